import { describe, expect, it } from '@jest/globals';
import { DedupBehavior } from '@outreach/contracts-contacts/gen/bulk.ts';
import { AppError } from '@outreach/errors';
import { fromDedupMessage, toDedupMessage } from './dedup-message.rpc.ts';
import { DEDUP_BEHAVIORS } from './dedup.ts';

describe('fromDedupMessage', () => {
  it.each(DEDUP_BEHAVIORS)('reads the message of %s', (dedup) => {
    expect(fromDedupMessage(toDedupMessage(dedup))).toBe(dedup);
  });

  it('defaults to update for a request that names no behavior', () => {
    expect(fromDedupMessage(DedupBehavior.DEDUP_BEHAVIOR_UNSPECIFIED)).toBe('update');
  });

  it('refuses a behavior that a newer client may send', () => {
    expect(() => fromDedupMessage(DedupBehavior.UNRECOGNIZED)).toThrow(AppError);
  });
});
