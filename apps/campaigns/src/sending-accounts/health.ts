import type { DnsResult } from '@outreach/contracts-campaigns/records';

const SCORE_MAX = 100;
/** Emails of the window below which an account counts as fresh. */
export const HEALTH_SAMPLE_MIN = 20;
/** Days of the window, today included. */
export const HEALTH_WINDOW_DAYS = 14;

const HARD_BOUNCES = { penalty: 40, rate: 0.1 } as const;
const COMPLAINTS = { penalty: 30, rate: 0.003 } as const;
const AUTHENTICATION_PENALTY = 20;
const CONNECTION_PENALTY = 10;
const BLOCKLIST_PENALTY = 30;
const CONNECTION_WINDOW_MS = 24 * 60 * 60 * 1000;
const DECIMALS = 10;

const GOOD_SCORE_MIN = 70;
const FAIR_SCORE_MIN = 40;

/** `sending_account.health_changed` reports that an account moved to another band. */
export const HEALTH_BANDS = ['good', 'fair', 'poor'] as const;
export type HealthBand = (typeof HEALTH_BANDS)[number];

/** Sums of the window. */
export interface WindowCounts {
  readonly sent: number;
  readonly hard_bounced: number;
  readonly complaints: number;
}

export interface HealthInput {
  readonly counts: WindowCounts;
  readonly auth: { readonly spf: DnsResult; readonly dmarc: DnsResult };
  readonly lastFailedAt: Date | null;
  /** True if a domain of the account is on a blocklist. */
  readonly isListed: boolean;
  readonly nowMs: number;
}

export interface HealthFactor {
  readonly factor: 'hard_bounce_rate' | 'complaint_rate' | 'domain_auth' | 'connection_errors' | 'blocklist';
  readonly observed: number;
  /** The observed value at which the penalty reaches its maximum. */
  readonly threshold: number;
  readonly penalty: number;
}

export interface Health {
  readonly score: number;
  readonly factors: readonly HealthFactor[];
}

/**
 * 100 − 40 · min(hard bounce rate / 10 %, 1) − 30 · min(complaint rate / 0.30 %, 1) − 20 if SPF or DMARC fails − 10
 * after a failed connection in the last 24 hours − 30 while a domain of the account is on a blocklist. With fewer than 20
 * emails in 14 days the account is fresh: every penalty but that of the blocklist is 0.
 */
export function healthOf({ counts, auth, lastFailedAt, isListed, nowMs }: HealthInput): Health {
  const { sent, hard_bounced: bounced, complaints } = counts;
  const isFresh = sent < HEALTH_SAMPLE_MIN;
  const failedAuth = [auth.spf, auth.dmarc].filter((result) => result === 'fail').length;
  const hasFailed = lastFailedAt !== null && nowMs - lastFailedAt.getTime() < CONNECTION_WINDOW_MS;
  const factors: readonly HealthFactor[] = [
    rateFactor('hard_bounce_rate', sent === 0 ? 0 : bounced / sent, HARD_BOUNCES),
    rateFactor('complaint_rate', sent === 0 ? 0 : complaints / sent, COMPLAINTS),
    {
      factor: 'domain_auth',
      observed: failedAuth,
      threshold: 1,
      penalty: failedAuth > 0 ? AUTHENTICATION_PENALTY : 0,
    },
    {
      factor: 'connection_errors',
      observed: hasFailed ? 1 : 0,
      threshold: 1,
      penalty: hasFailed ? CONNECTION_PENALTY : 0,
    },
  ];
  const blocklist: HealthFactor = {
    factor: 'blocklist',
    observed: isListed ? 1 : 0,
    threshold: 1,
    penalty: isListed ? BLOCKLIST_PENALTY : 0,
  };
  const counted = [...(isFresh ? factors.map((factor) => ({ ...factor, penalty: 0 })) : factors), blocklist];
  const penalty = counted.reduce((sum, factor) => sum + factor.penalty, 0);
  return { score: Math.max(0, rounded(SCORE_MAX - penalty)), factors: counted };
}

export function bandOf(score: number): HealthBand {
  if (score >= GOOD_SCORE_MIN) return 'good';
  return score >= FAIR_SCORE_MIN ? 'fair' : 'poor';
}

function rateFactor(
  factor: HealthFactor['factor'],
  observed: number,
  max: { readonly penalty: number; readonly rate: number },
): HealthFactor {
  const penalty = rounded(max.penalty * Math.min(observed / max.rate, 1));
  return { factor, observed, threshold: max.rate, penalty };
}

function rounded(value: number): number {
  return Math.round(value * DECIMALS) / DECIMALS;
}
