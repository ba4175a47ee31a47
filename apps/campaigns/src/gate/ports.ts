import type { CallContext } from '@outreach/service-kit';
import type {
  BlocklistListing,
  ContactFilter,
  GateAccount,
  GateCampaign,
  RecentSends,
  SequenceCheck,
} from './gate-inputs.ts';

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
  /** The listings of the accounts by id. `unknown` is no listing: a missing answer never blocks. */
  lookUp(accounts: readonly GateAccount[]): Promise<ReadonlyMap<string, BlocklistListing | 'unknown' | null>>;
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
