import { createHash } from 'node:crypto';
import type { RefreshSecrets } from './ports.ts';

const REFRESH_PREFIX = 'otr_';
const REFRESH_BYTES = 32;

export function createRefreshSecrets(randomBytes: (count: number) => Buffer): RefreshSecrets {
  return {
    newToken: () => REFRESH_PREFIX + randomBytes(REFRESH_BYTES).toString('base64url'),
    digest: (token) => createHash('sha256').update(token).digest('hex'),
  };
}
