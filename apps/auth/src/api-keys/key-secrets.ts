import { createHash } from 'node:crypto';
import {
  completeApiKey,
  KEY_PREFIX,
  KEY_RANDOM_CHARACTERS,
  keyCharacter,
} from '@outreach/contracts-auth/api-key-format';
import type { KeySecrets } from './ports.ts';

export function createKeySecrets(randomBytes: (count: number) => Uint8Array): KeySecrets {
  return {
    newKey: () => completeApiKey(KEY_PREFIX + randomCharacters(randomBytes, KEY_RANDOM_CHARACTERS)),
    digest: (key) => createHash('sha256').update(key).digest('hex'),
  };
}

/** Bytes that would favour some characters are dropped, so more bytes are drawn until there are enough. */
function randomCharacters(randomBytes: (count: number) => Uint8Array, count: number): string {
  let text = '';
  while (text.length < count) {
    for (const byte of randomBytes(count)) text += keyCharacter(byte) ?? '';
  }
  return text.slice(0, count);
}
