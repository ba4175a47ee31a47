import { counter } from '@outreach/service-kit/metrics';
import { addressKey } from '../rate-limits/address-key.ts';
import { trackingUses } from '../rate-limits/limit-uses.ts';
import type { RateLimiter } from '../rate-limits/rate-limiter.ts';
import type { Hit, HitSink } from './ports.ts';

/** The signature at the end of a token: 16 bytes in base64url, at least 21 characters. */
const TOKEN_KEY_CHARACTERS = 21;

/** Records the requests for links that are within the limits of their address and their token. */
export interface HitRecorder {
  /** Decides after the answer to the request. */
  record(hit: Hit, token: string): void;
}

export function createHitRecorder(limiter: Pick<RateLimiter, 'admit'>, hits: HitSink): HitRecorder {
  const isWithin = async ({ address }: Hit, token: string): Promise<boolean> => {
    for (const use of trackingUses(addressKey(address), token.slice(-TOKEN_KEY_CHARACTERS)))
      if (!(await limiter.admit([use])).ok) return false;
    return true;
  };
  const record = async (hit: Hit, token: string): Promise<void> => {
    if (await isWithin(hit, token)) hits.add(hit);
    else countedHits.inc({ outcome: 'limited' });
  };
  return {
    record: (hit, token) => {
      // A limiter that fails limits nothing.
      record(hit, token).catch(() => hits.add(hit));
    },
  };
}

export const countedHits = counter(
  'tracking_hits_total',
  'Requests for links of emails, by outcome: stored, dropped without room in memory, or limited by address or token.',
  ['outcome'],
);
