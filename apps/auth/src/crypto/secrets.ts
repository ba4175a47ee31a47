import { createHash, randomBytes } from 'node:crypto';
import { completeApiKey, KEY_PREFIX, KEY_RANDOM_CHARACTERS, keyCharacter } from '@outreach/contracts-auth';
import type { Secrets } from '../domain/ports.ts';

const REFRESH_PREFIX = 'otr_';
const REFRESH_BYTES = 32;

export const systemSecrets: Secrets = {
  apiKey: () => completeApiKey(KEY_PREFIX + randomCharacters(KEY_RANDOM_CHARACTERS)),
  refreshToken: () => REFRESH_PREFIX + randomBytes(REFRESH_BYTES).toString('base64url'),
  digest: (text) => createHash('sha256').update(text).digest('hex'),
};

/** Draws until enough bytes were fair to all characters. */
function randomCharacters(count: number): string {
  let text = '';
  while (text.length < count) {
    for (const byte of randomBytes(count)) text += keyCharacter(byte) ?? '';
  }
  return text.slice(0, count);
}
