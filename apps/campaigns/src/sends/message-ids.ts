import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';

/** 64 bits: the Message-ID of an email that one has not received cannot be guessed. */
const MAC_BYTES = 8;
/** The id of a send and its mac, in lower case. */
const LOCAL_PART = /^(snd_[0-9a-hjkmnp-tv-z]{26})\.([0-9a-f]{16})$/;
const ID_PREFIX = 'snd_';

/** The Message-IDs of sends, such as `<snd_01hzy3m5v2c8t4k6q9x7w1r0ba.5f1c0a9e3b7d2846@example.org>`. */
export interface MessageIds {
  /** The same for every attempt under one key. With angle brackets. */
  of(sendId: string, domain: string): string;
  /** The Message-IDs under every known key, the current one first. With angle brackets. */
  allOf(sendId: string, domain: string): readonly string[];
  /** The id of the send that a local part names; undefined if no known key has made it. */
  verify(localPart: string): string | undefined;
}

/**
 * A Message-ID contains an HMAC-SHA-256 over the id of the send. A report about an email proves with it that its sender
 * has the email.
 * @param keys the first one makes Message-IDs, all of them verify.
 */
export function createMessageIds(keys: readonly Uint8Array[]): MessageIds {
  // A key object saves 8 µs of each HMAC.
  const known = keys.map((key) => createSecretKey(key));
  const [current] = known;
  if (current === undefined) throw new Error('A key is required.');
  const write = (key: KeyObject, sendId: string, domain: string): string =>
    `<${sendId.toLowerCase()}.${macOf(key, sendId).toString('hex')}@${domain}>`;
  return {
    of: (sendId, domain) => write(current, sendId, domain),
    allOf: (sendId, domain) => known.map((key) => write(key, sendId, domain)),
    verify: (localPart) => {
      const [, id, mac] = LOCAL_PART.exec(localPart.toLowerCase()) ?? [];
      if (id === undefined || mac === undefined) return undefined;
      const sendId = ID_PREFIX + id.slice(ID_PREFIX.length).toUpperCase();
      const bytes = Buffer.from(mac, 'hex');
      const isOwn = known.some((key) => timingSafeEqual(macOf(key, sendId), bytes));
      return isOwn ? sendId : undefined;
    },
  };
}

function macOf(key: KeyObject, sendId: string): Buffer {
  return createHmac('sha256', key).update(sendId).digest().subarray(0, MAC_BYTES);
}
