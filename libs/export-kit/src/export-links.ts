import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@outreach/service-kit';
import type { ExportLinks } from './ports.ts';

const SECOND_MS = 1_000;

/** The key that signs, the one that was replaced, and the origin of the gateway. */
export interface ExportsConfig {
  readonly PUBLIC_BASE_URL: string;
  readonly SERVICE_KEY: Uint8Array;
  readonly SERVICE_KEY_PREVIOUS?: Uint8Array | undefined;
}

/** Links that are signed with the key of the service and expire. */
export function createExportLinks(config: ExportsConfig, clock: Clock): ExportLinks {
  const { SERVICE_KEY: current, SERVICE_KEY_PREVIOUS: previous, PUBLIC_BASE_URL: baseUrl } = config;
  const keys = previous === undefined ? [current] : [current, previous];
  return {
    urlOf: (id, expiresAt) => {
      const expires = Math.floor(expiresAt.getTime() / SECOND_MS);
      const query = new URLSearchParams({
        expires: String(expires),
        signature: sign(current, id, expires).toString('base64url'),
      });
      return `${baseUrl}/api/v1/exports/${id}/download/?${query.toString()}`;
    },
    isValid: ({ id, expires, signature }) => {
      if (expires * SECOND_MS <= clock.now()) return false;
      const given = Buffer.from(signature, 'base64url');
      return keys.some((key) => {
        const expected = sign(key, id, expires);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
    },
  };
}

function sign(key: Uint8Array, id: string, expires: number): Buffer {
  return createHmac('sha256', key).update(`export ${id} ${expires}`).digest();
}
