import { createHash } from 'node:crypto';
import type { LinkTokens } from './ports.ts';

const TOKEN_BYTES = 32;

export function createLinkTokens(randomBytes: (count: number) => Buffer): LinkTokens {
  return {
    newToken: () => randomBytes(TOKEN_BYTES).toString('base64url'),
    digest: (purpose, token) => createHash('sha256').update(`${purpose} ${token}`).digest('hex'),
  };
}
