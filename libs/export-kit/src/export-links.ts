import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@outreach/service-kit';
import type { ExportLinks } from './ports.ts';

const SECOND_MS = 1_000;

export interface ExportLinksOptions {
  /** The first one signs; all of them verify. */
  readonly keys: readonly Uint8Array[];
  /** Origin of the gateway. */
  readonly baseUrl: string;
  readonly clock: Clock;
}

/** Links that are signed with the key of the service and expire. */
export function createExportLinks({ keys, baseUrl, clock }: ExportLinksOptions): ExportLinks {
  const [current] = keys;
  if (current === undefined) throw new Error('A key is required.');
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
