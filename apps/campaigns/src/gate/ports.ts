import type { CallContext } from '@outreach/service-kit';
import type { ContactFilter, GateAccount, GateCampaign, RecentSends, SequenceCheck } from './gate-inputs.ts';

/** The sources of the facts. */
export interface GatePorts {
  readonly sequences: { check(id: string): Promise<SequenceCheck> };
  readonly accounts: { findByIds(ids: readonly string[]): Promise<readonly GateAccount[]> };
  readonly contacts: { hasMatches(ctx: CallContext, filter: ContactFilter): Promise<boolean> };
  readonly blocklist: Blocklist;
  readonly sends: SendStats;
  readonly platforms: Platforms;
}

/** Public lists of domains that send spam. */
export interface Blocklist {
  /** The domains that are listed. A domain without an answer is not: unknown never blocks. */
  listed(domains: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The counters of a campaign. */
export interface SendStats {
  /** Sends of the last seven UTC days, today included, since the last resume. */
  recent(campaign: Pick<GateCampaign, 'id' | 'resumed_at'>, now: Date): Promise<RecentSends>;
}

/** The third-party sending platforms. */
export interface Platforms {
  /** True if an adapter is configured. */
  isConfigured(platform: string): boolean;
}
