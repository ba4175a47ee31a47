import {
  completeApiKey,
  KEY_PREFIX,
  KEY_RANDOM_CHARACTERS,
  keyCharacter,
} from '@outreach/contracts-auth/api-key-format';
import type { ApiKeyPorts } from './ports.ts';

/** A new random key with its checksum. */
export function newApiKey(randomBytes: ApiKeyPorts['randomBytes']): string {
  return completeApiKey(KEY_PREFIX + randomCharacters(randomBytes, KEY_RANDOM_CHARACTERS));
}

/** Bytes that would favour some characters are dropped, so more bytes are drawn until there are enough. */
function randomCharacters(randomBytes: ApiKeyPorts['randomBytes'], count: number): string {
  let text = '';
  while (text.length < count) {
    for (const byte of randomBytes(count)) text += keyCharacter(byte) ?? '';
  }
  return text.slice(0, count);
}
