import type { CallContext } from '@outreach/service-kit';
import type { Blocklist } from '../sending-accounts/index.ts';
import type { StatsReader } from '../stats/index.ts';
import type { ContactFilter, GateAccount, SequenceCheck } from './gate-inputs.ts';

/** The sources of the facts. */
export interface GatePorts {
  readonly sequences: { check(id: string): Promise<SequenceCheck> };
  readonly accounts: { findByIds(ids: readonly string[]): Promise<readonly GateAccount[]> };
  readonly contacts: { hasMatches(ctx: CallContext, filter: ContactFilter): Promise<boolean> };
  readonly blocklist: Blocklist;
  readonly sends: Pick<StatsReader, 'recent'>;
  readonly platforms: Platforms;
}

/** The third-party sending platforms. */
export interface Platforms {
  /** True if an adapter is configured. */
  isConfigured(platform: string): boolean;
}
