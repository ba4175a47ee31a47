import type { DnsResult } from '@outreach/contracts-campaigns/records';
import type { DeliverabilityFinding } from '../campaigns/index.ts';

/** Below this score the gate lets no account send. */
const HEALTH_MIN = 40;
/** Days of the counters from which the health follows. */
const HEALTH_WINDOW_DAYS = 14;
const DNS_WINDOW_DAYS = 1;

/** The part of a sending account that the guard evaluates. */
export interface GuardedAccount {
  readonly status: string;
  /** 0 to 100. */
  readonly health_score: number;
  readonly auth: { readonly spf: DnsResult; readonly dkim: DnsResult; readonly dmarc: DnsResult };
}

/**
 * The rule that all accounts of a campaign break: one healthy account is enough. A DNS record without an answer breaks
 * no rule. Undefined without accounts: the campaign then waits for one.
 */
export function evaluateAccounts(accounts: readonly GuardedAccount[]): DeliverabilityFinding | undefined {
  if (accounts.length === 0) return undefined;
  const sample = accounts.length;
  if (!accounts.some(isHealthy)) {
    const observed = Math.max(...accounts.map(({ health_score: score }) => score));
    return {
      rule: 'accounts_unhealthy',
      observed,
      threshold: HEALTH_MIN,
      sample,
      window_days: HEALTH_WINDOW_DAYS,
    };
  }
  if (!accounts.some(isAuthenticated))
    return { rule: 'domain_auth', observed: 0, threshold: 1, sample, window_days: DNS_WINDOW_DAYS };
  return undefined;
}

function isHealthy({ status, health_score: score }: GuardedAccount): boolean {
  return status !== 'suspended' && score >= HEALTH_MIN;
}

function isAuthenticated({ auth }: GuardedAccount): boolean {
  return auth.spf !== 'fail' && auth.dkim !== 'fail' && auth.dmarc !== 'fail';
}
