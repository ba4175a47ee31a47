import { isDeepStrictEqual } from 'node:util';
import { sequenceWinnerSelected } from '@outreach/contracts-campaigns/events';
import { invalidField, notFound } from '@outreach/errors';
import { decideWinner, type VariantCounts } from './decide-winner.ts';
import { getSequence } from './manage-sequences.ts';
import type { SequencePorts } from './ports.ts';
import { saveSteps } from './save-steps.ts';
import type { Sequence, Step, Variant } from './sequence.ts';

const WEIGHT_OF_ALL = 100;

/** A selected variant of a step. */
interface Selection {
  readonly step: Step;
  readonly variant: Variant;
  readonly selectedBy: 'auto' | 'user';
  readonly probability: number | null;
}

/**
 * Gives all further contacts of a step one variant. The steps keep their order, so this is allowed while a campaign is active.
 * The variant that is selected already changes nothing.
 * @throws AppError not_found; invalid_argument on `variant_id` for an unknown or inactive variant.
 */
export async function selectWinner(
  ports: SequencePorts,
  {
    sequenceId,
    stepId,
    variantId,
  }: { readonly sequenceId: string; readonly stepId: string; readonly variantId: string },
): Promise<Sequence> {
  const sequence = await getSequence(ports, sequenceId);
  const step = sequence.steps.find(({ id }) => id === stepId);
  if (step === undefined) throw notFound();
  const variant = step.variants.find(({ id, is_active }) => id === variantId && is_active);
  if (variant === undefined)
    throw invalidField('variant_id', 'variant_id must be an active variant of the step.');
  const isSelected = step.winner.variant_id === variantId && step.winner.decided_at !== null;
  if (isSelected && isDeepStrictEqual(weighted(step, variant), step.variants)) return sequence;
  return store(ports, sequence, [{ step, variant, selectedBy: 'user', probability: null }]);
}

/** The counts of the variants of a step. */
export type CountsOf = (stepId: string, variantId: string) => VariantCounts | undefined;

/** Selects the best variant of each undecided step that has one. Undefined for a sequence that no longer exists. */
export async function selectWinners(
  ports: SequencePorts,
  sequenceId: string,
  countsOf: CountsOf,
): Promise<Sequence | undefined> {
  const sequence = await ports.sequences.findById(sequenceId);
  if (sequence === undefined) return undefined;
  const selections = sequence.steps.flatMap((step): Selection[] => {
    const best = decideWinner(step, (variantId) => countsOf(step.id, variantId));
    return best === undefined ? [] : [{ step, ...best, selectedBy: 'auto' }];
  });
  return selections.length === 0 ? sequence : store(ports, sequence, selections);
}

async function store(
  ports: SequencePorts,
  sequence: Sequence,
  selections: readonly Selection[],
): Promise<Sequence> {
  const decidedAt = new Date(ports.clock.now());
  const steps = sequence.steps.map((step) => {
    const selection = selections.find((one) => one.step.id === step.id);
    if (selection === undefined) return step;
    const { variant } = selection;
    const winner = { ...step.winner, decided_at: decidedAt, variant_id: variant.id };
    return { ...step, variants: weighted(step, variant), winner };
  });
  const usage = await ports.campaigns.openCampaignsOf(sequence.id);
  const saved = await saveSteps(ports, sequence, { steps, usage });
  for (const { step, variant, selectedBy, probability } of selections)
    ports.events.emit(sequenceWinnerSelected, {
      aggregate: { id: sequence.id, version: saved.version },
      data: {
        sequence_id: sequence.id,
        step_id: step.id,
        step_number: step.step_number,
        variant_id: variant.id,
        label: variant.label,
        selected_by: selectedBy,
        metric: step.winner.metric,
        probability_best: probability,
        decided_at: decidedAt.toISOString(),
      },
    });
  return saved;
}

/** The variants of a step with all weight on one of them. */
function weighted({ variants }: Step, { id: winnerId }: Variant): readonly Variant[] {
  return variants.map((variant) => ({ ...variant, weight: variant.id === winnerId ? WEIGHT_OF_ALL : 0 }));
}
