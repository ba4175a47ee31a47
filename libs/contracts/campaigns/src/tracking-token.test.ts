import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { createTrackingTokens, type TrackingLink } from './tracking-token.ts';

const KEY_BYTES = 32;
const LINK: TrackingLink = {
  kind: 'click',
  workspace_id: 'ws_01J9Z3NDEKTSV4RRFFQ69G5FA0',
  send_id: 'snd_01J9Z3NDEKTSV4RRFFQ69G5FA1',
  url: 'https://example.com/ä?q=1#top',
};
const key = randomBytes(KEY_BYTES);
const tokens = createTrackingTokens([key]);

describe('createTrackingTokens', () => {
  it.each([LINK, { ...LINK, kind: 'open', url: null }, { ...LINK, kind: 'unsubscribe', url: null }] as const)(
    'verifies its own token of kind $kind',
    (link) => {
      expect(tokens.verify(tokens.sign(link))).toEqual(link);
    },
  );

  it('has tokens of characters that need no escaping in a path', () => {
    expect(tokens.sign(LINK)).toMatch(/^[\w-]+$/);
  });

  it('refuses a token with a changed byte', () => {
    const bytes = Buffer.from(tokens.sign(LINK), 'base64url');
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ change;
        expect(tokens.verify(changed.toString('base64url'))).toBeUndefined();
      }),
    );
  });

  it('refuses any other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(tokens.verify(text)).toBeUndefined();
      }),
    );
    expect(tokens.verify(`${tokens.sign(LINK)}=`)).toBeUndefined();
    expect(tokens.verify('A'.repeat(5_000))).toBeUndefined();
  });

  it('refuses a token of another key', () => {
    expect(createTrackingTokens([randomBytes(KEY_BYTES)]).verify(tokens.sign(LINK))).toBeUndefined();
  });

  it('verifies tokens of the previous key during a rotation', () => {
    const rotated = createTrackingTokens([randomBytes(KEY_BYTES), key]);
    expect(rotated.verify(tokens.sign(LINK))).toEqual(LINK);
  });
});
