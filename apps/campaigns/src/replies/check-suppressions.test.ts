import { describe, expect, it } from '@jest/globals';
import { testCall } from '@outreach/testing';
import { firstSuppressed, readReasons } from './check-suppressions.ts';

const ADA = 'ada@example.com';
const BOB = 'bob@example.com';

describe('the suppressions of an answer', () => {
  it.each<[readonly string[], boolean, object | undefined]>([
    [[], false, { email: BOB, isUnsubscribe: false }],
    [['unsubscribed'], false, { email: BOB, isUnsubscribe: true }],
    [['unsubscribed'], true, undefined],
    [['unsubscribed', 'unsubscribed'], true, undefined],
    [['unsubscribed', 'manual'], true, { email: BOB, isUnsubscribe: false }],
    [['hard_bounce'], true, { email: BOB, isUnsubscribe: false }],
    [[], true, { email: BOB, isUnsubscribe: false }],
  ])('for the reasons %j, despite an unsubscribe: %j', (reasons, isDespite, expected) => {
    expect(firstSuppressed([ADA, BOB], new Map([[BOB, reasons]]), isDespite)).toEqual(expected);
  });

  it('are those of this service and of the contacts service together', async () => {
    const ports = {
      reasonsAmong: async () => Promise.resolve(new Map([[ADA, ['unsubscribed']]])),
      suppressionReasons: async () =>
        Promise.resolve(
          new Map([
            [ADA, ['manual']],
            [BOB, ['unsubscribed']],
          ]),
        ),
    };
    expect(await readReasons(ports, testCall('ws_1'), [ADA, BOB, ADA])).toEqual(
      new Map([
        [ADA, ['unsubscribed', 'manual']],
        [BOB, ['unsubscribed']],
      ]),
    );
  });
});
