import type { CallContext, Clock } from '@outreach/service-kit';
import type { BlocklistLookup } from '../sending-accounts/index.ts';
import type { RateCounts } from '../stats/index.ts';
import type { GateAccount, GateCampaign, SequenceCheck } from './gate-inputs.ts';
import type { GatePorts } from './ports.ts';

/** Everything that the rules read. */
export interface GateFacts extends SequenceCheck {
  readonly now: Date;
  readonly campaign: GateCampaign;
  readonly accounts: readonly GateAccount[];
  /** The blocklist that has a domain of an account, by account id. */
  readonly listings: ReadonlyMap<string, BlocklistLookup>;
  readonly hasMatches: boolean;
  readonly sends: RateCounts;
  readonly isPlatformConfigured: boolean;
}

/** Reads the facts about a campaign, once for all rules. */
export async function readFacts(
  ports: GatePorts & { readonly clock: Clock },
  ctx: CallContext,
  campaign: GateCampaign,
): Promise<GateFacts> {
  const now = new Date(ports.clock.now());
  const accounts = await ports.accounts.findByIds(campaign.sending_account_ids);
  const { stepCount, templateErrors } = await ports.sequences.check(campaign.sequence_id);
  return {
    now,
    campaign,
    stepCount,
    templateErrors,
    accounts,
    listings: await ports.blocklist.lookUp(accounts),
    hasMatches: await ports.contacts.hasMatches(ctx, campaign.contact_filter),
    sends: await ports.sends.recent(campaign, now),
    isPlatformConfigured: campaign.platform === 'native' || ports.platforms.isConfigured(campaign.platform),
  };
}
