import type { WinnerMetric } from '@outreach/contracts-campaigns/sequence';
import { probabilitiesBest } from './probability-best.ts';
import type { Step, Variant, Winner } from './sequence.ts';

/** Emails of a variant, and the distinct ones with an effect. */
export interface VariantCounts {
  readonly delivered: number;
  readonly unique_opened: number;
  readonly unique_clicked: number;
  readonly unique_replied: number;
}

export interface VariantProbability {
  readonly variant: Variant;
  readonly probability: number;
}

const SUCCESSES: Readonly<Record<WinnerMetric, Exclude<keyof VariantCounts, 'delivered'>>> = {
  reply_rate: 'unique_replied',
  open_rate: 'unique_opened',
  click_rate: 'unique_clicked',
};

const NO_COUNTS: VariantCounts = { delivered: 0, unique_opened: 0, unique_clicked: 0, unique_replied: 0 };

/** The probability of each active variant that its rate of delivered emails is the highest. */
export function compareVariants(
  { variants, winner }: Pick<Step, 'variants' | 'winner'>,
  countsOf: (variantId: string) => VariantCounts | undefined,
): readonly VariantProbability[] {
  const active = variants.filter(({ is_active }) => is_active);
  const results = active.map(({ id }) => {
    const counts = countsOf(id) ?? NO_COUNTS;
    return { delivered: counts.delivered, successes: counts[SUCCESSES[winner.metric]] };
  });
  const probabilities = probabilitiesBest(results);
  return active.map((variant, index) => ({ variant, probability: probabilities[index] ?? 0 }));
}

/** True for a step whose best variant is still to be selected automatically. */
export function isUndecided({ winner: { mode, decided_at } }: { readonly winner: Winner }): boolean {
  return mode === 'auto' && decided_at === null;
}

/**
 * The best variant of an undecided step, if at least two variants compete, each has `min_sends` delivered emails, and one is the
 * best with the probability `confidence`. Variants without weight do not compete.
 */
export function decideWinner(
  step: Step,
  countsOf: (variantId: string) => VariantCounts | undefined,
): VariantProbability | undefined {
  const { min_sends: sendsMin, confidence } = step.winner;
  const competing = step.variants.filter(({ is_active, weight }) => is_active && weight > 0);
  if (!isUndecided(step) || competing.length < 2) return undefined;
  if (competing.some(({ id }) => (countsOf(id)?.delivered ?? 0) < sendsMin)) return undefined;
  const compared = compareVariants({ ...step, variants: competing }, countsOf);
  return compared.find(({ probability }) => probability >= confidence);
}
