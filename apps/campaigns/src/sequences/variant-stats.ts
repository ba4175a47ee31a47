import type { StatsReader } from '../stats/index.ts';
import type { VariantCounts } from './decide-winner.ts';
import type { CampaignsOfSequence, VariantStats } from './ports.ts';

const WHOLE_LIFE = { from: undefined, to: undefined };

/** The counters of the variants, summed over all campaigns of their sequence, archived ones too. */
export function createVariantStats(
  campaigns: CampaignsOfSequence,
  counters: Pick<StatsReader, 'byVariant'>,
): VariantStats {
  return {
    ofSequence: async (sequenceId) => {
      const sums = new Map<string, VariantCounts>();
      for (const campaignId of await campaigns.idsOfSequence(sequenceId))
        for (const { stepId, variantId, counts } of await counters.byVariant(campaignId, WHOLE_LIFE)) {
          const key = keyOf(stepId, variantId ?? '');
          sums.set(key, sum(sums.get(key), counts));
        }
      return (stepId, variantId) => sums.get(keyOf(stepId, variantId));
    },
  };
}

function keyOf(stepId: string, variantId: string): string {
  return `${stepId}:${variantId}`;
}

function sum(before: VariantCounts | undefined, counts: Partial<VariantCounts>): VariantCounts {
  const of = (name: keyof VariantCounts): number => (before?.[name] ?? 0) + (counts[name] ?? 0);
  return {
    delivered: of('delivered'),
    unique_opened: of('unique_opened'),
    unique_clicked: of('unique_clicked'),
    unique_replied: of('unique_replied'),
  };
}
