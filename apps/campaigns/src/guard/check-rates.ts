import type { Clock } from '@outreach/service-kit';
import type { Campaign, CampaignPauser } from '../campaigns/index.ts';
import type { StatsReader } from '../stats/index.ts';
import { evaluateRates } from './evaluate-rates.ts';
import type { WarningStore } from './ports.ts';

export interface CheckRatesPorts {
  readonly stats: Pick<StatsReader, 'recent'>;
  readonly pauser: CampaignPauser;
  readonly warnings: WarningStore;
  readonly clock: Clock;
}

/**
 * Part of the transaction that has counted the sends: pauses active campaigns whose rates are too high, and warns once
 * per day and rule at half of the threshold.
 */
export async function checkRates(
  { stats, pauser, warnings, clock }: CheckRatesPorts,
  campaigns: readonly Campaign[],
): Promise<void> {
  const now = new Date(clock.now());
  for (const campaign of campaigns) {
    if (campaign.status !== 'active') continue;
    const verdict = evaluateRates(await stats.recent(campaign, now));
    if (verdict.pause !== undefined) await pauser.pause(campaign.id, verdict.pause);
    for (const finding of verdict.warnings) {
      const warning = { campaignId: campaign.id, rule: finding.rule, at: now };
      if (await warnings.isFirst(warning)) await pauser.warn(campaign.id, finding);
    }
  }
}
