import { describe, expect, it } from '@jest/globals';
import { createMessageIds } from './message-ids.ts';

const ID = 'snd_01HZY3M5V2C8T4K6Q9X7W1R0BA';
const NEIGHBOUR = 'snd_01HZY3M5V2C8T4K6Q9X7W1R0BB';
const [key, previous] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const ids = createMessageIds([key, previous]);

function localPartOf(messageId: string): string {
  return messageId.slice(1, messageId.indexOf('@'));
}

describe('Message-IDs', () => {
  it('are the id of the send and 64 bits, in lower case', () => {
    expect(ids.of(ID, 'shop.example')).toMatch(
      /^<snd_01hzy3m5v2c8t4k6q9x7w1r0ba\.[0-9a-f]{16}@shop\.example>$/,
    );
    expect(ids.of(ID, 'shop.example')).toBe(ids.of(ID, 'shop.example'));
  });

  it('are verified, also in upper case and under the previous key', () => {
    const old = createMessageIds([previous]).of(ID, 'shop.example');
    expect(ids.allOf(ID, 'shop.example')).toEqual([ids.of(ID, 'shop.example'), old]);
    for (const messageId of [ids.of(ID, 'a.example'), old]) {
      expect(ids.verify(localPartOf(messageId))).toBe(ID);
      expect(ids.verify(localPartOf(messageId).toUpperCase())).toBe(ID);
    }
  });

  it('are refused without the mac, with the mac of another send, and under another key', () => {
    const mac = localPartOf(ids.of(ID, 'a.example')).split('.')[1] ?? '';
    const foreign = createMessageIds([Buffer.alloc(32, 3)]).of(ID, 'a.example');
    const forged = [
      ID,
      ID.toLowerCase(),
      `${ID}.`,
      `${NEIGHBOUR}.${mac}`,
      `${ID}.${mac}0`,
      `${ID}.${mac.slice(1)}`,
    ];
    for (const localPart of [...forged, localPartOf(foreign), ''])
      expect(ids.verify(localPart)).toBeUndefined();
  });
});
