import type { RateCounts } from '../stats/index.ts';

/** A rate warns at this part of its threshold. */
export const WARNING_SHARE = 0.5;

const BOUNCES = { name: 'The rate of hard bounces', threshold: 0.05, sentMin: 50, countMin: 1 } as const;
const COMPLAINTS = { name: 'The rate of complaints', threshold: 0.001, sentMin: 100, countMin: 3 } as const;

interface RateLimit {
  /** Begins a sentence. */
  readonly name: string;
  readonly threshold: number;
  /** The rate counts from this many sends on. */
  readonly sentMin: number;
  readonly countMin: number;
}

/** A rate of a campaign with its limit. */
export interface DeliveryRate extends RateLimit {
  readonly observed: number;
  readonly sent: number;
  readonly count: number;
}

export type RateOf = (sends: RateCounts) => DeliveryRate;

/** Hard bounces per send: 5 % of at least 50 sends are too many. */
export function bounceRate({ sent, hardBounces }: RateCounts): DeliveryRate {
  return rate(BOUNCES, sent, hardBounces);
}

/** Complaints per send: 0.10 % of at least 100 sends, and at least 3 complaints, are too many. */
export function complaintRate({ sent, complaints }: RateCounts): DeliveryRate {
  return rate(COMPLAINTS, sent, complaints);
}

/** True if the rate reaches the given share of its threshold, with enough sends. */
export function exceeds({ observed, threshold, ...rest }: DeliveryRate, share: number): boolean {
  return rest.sent >= rest.sentMin && rest.count >= rest.countMin && observed >= threshold * share;
}

function rate(limit: RateLimit, sent: number, count: number): DeliveryRate {
  return { ...limit, sent, count, observed: sent === 0 ? 0 : count / sent };
}
