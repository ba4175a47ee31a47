import type { DeliverabilityFinding } from '../campaigns/index.ts';
import { bounceRate, complaintRate, exceeds, WARNING_SHARE, type RateOf } from '../gate/index.ts';
import type { RateCounts } from '../stats/index.ts';

/** UTC days whose sends count, today included. */
const WINDOW_DAYS = 7;

interface RateRule {
  readonly rule: DeliverabilityFinding['rule'];
  readonly rateOf: RateOf;
}

/** The rates that pause a campaign, in the order in which they are evaluated. */
export const RATE_RULES: readonly RateRule[] = [
  { rule: 'bounce_rate', rateOf: bounceRate },
  { rule: 'complaint_rate', rateOf: complaintRate },
];

/** The first broken rule pauses the campaign; otherwise each rule at half of its threshold warns. */
export interface RateVerdict {
  readonly pause: DeliverabilityFinding | undefined;
  readonly warnings: readonly DeliverabilityFinding[];
}

/** With 3 hard bounces of 50 sends (6 %), the bounce rate pauses; with 2 (4 %), it warns. */
export function evaluateRates(counts: RateCounts): RateVerdict {
  const [pause] = findingsAt(counts, 1);
  return { pause, warnings: pause === undefined ? findingsAt(counts, WARNING_SHARE) : [] };
}

function findingsAt(counts: RateCounts, share: number): readonly DeliverabilityFinding[] {
  return RATE_RULES.flatMap(({ rule, rateOf }) => {
    const rate = rateOf(counts);
    if (!exceeds(rate, share)) return [];
    const { observed, threshold, sent: sample } = rate;
    return [{ rule, observed, threshold: threshold * share, sample, window_days: WINDOW_DAYS }];
  });
}
