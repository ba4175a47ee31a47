import { isDeepStrictEqual } from 'node:util';
import { campaignErrors } from '@outreach/contracts-campaigns';
import { SEQUENCE_LIMITS } from '@outreach/contracts-campaigns/sequence';
import { invalidField, notFound } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import { freeCopyName } from '@outreach/values';
import { checkTemplates } from './check-templates.ts';
import type { SequencePorts, SequenceReader } from './ports.ts';
import { requestChecks, saveSteps } from './save-steps.ts';
import type { Sequence, Step } from './sequence.ts';
import type { StepInput } from './step-input.ts';
import { toSteps } from './step-rules.ts';

/** The fields of a request for a new sequence. */
export type NewSequence = Pick<Sequence, 'name' | 'description' | 'status'>;

/** The fields of a request; an absent field stays unchanged. */
export type SequenceChange = Partial<NewSequence>;

/** @throws AppError invalid_argument that names the wrong field of a step. */
export async function createSequence(
  ports: SequencePorts,
  ctx: CallContext,
  { fields, steps: inputs }: { readonly fields: NewSequence; readonly steps: readonly StepInput[] },
): Promise<Sequence> {
  if (fields.name === '') throw invalidField('name', 'A name is required.');
  const steps = toSteps(inputs.map(withoutIds), [], ports.newId);
  await checkTemplates(steps);
  const sequence = newSequence(ports, ctx, { ...fields, steps });
  await ports.sequences.insert(sequence);
  await requestChecks(ports, sequence);
  return sequence;
}

/** A copy of another sequence may contain its ids; a new sequence has its own. */
function withoutIds(step: StepInput): StepInput {
  return {
    ...step,
    id: undefined,
    variants: step.variants.map((variant) => ({ ...variant, id: undefined })),
  };
}

function newSequence(
  { clock, newId }: Pick<SequencePorts, 'clock' | 'newId'>,
  { workspaceId }: CallContext,
  fields: Pick<Sequence, 'name' | 'description' | 'status' | 'steps'>,
): Sequence {
  const now = new Date(clock.now());
  const id = newId('seq');
  return { id, workspace_id: workspaceId, version: 1, ...fields, created_at: now, updated_at: now };
}

/** @throws AppError not_found. */
export async function getSequence(
  { sequences }: { readonly sequences: Pick<SequenceReader, 'findById'> },
  id: string,
): Promise<Sequence> {
  const sequence = await sequences.findById(id);
  if (sequence === undefined) throw notFound();
  return sequence;
}

/** @throws AppError not_found. */
export async function updateSequence(
  ports: SequencePorts,
  { id, change }: { readonly id: string; readonly change: SequenceChange },
): Promise<Sequence> {
  const sequence = await getSequence(ports, id);
  const changed = { ...sequence, ...change };
  const isSame = (Object.keys(change) as (keyof SequenceChange)[]).every(
    (key) => changed[key] === sequence[key],
  );
  if (isSame) return sequence;
  const saved = { ...changed, updated_at: new Date(ports.clock.now()) };
  await ports.sequences.save(saved);
  return saved;
}

/** @throws AppError not_found; conflict `in_use` while an open campaign uses the sequence. */
export async function deleteSequence(ports: SequencePorts, id: string): Promise<void> {
  await getSequence(ports, id);
  if ((await ports.campaigns.openCampaignsOf(id)) !== 'none') throw campaignErrors.sequenceInUse.make();
  await ports.sequences.remove(id);
  await ports.winnerChecks.remove(id);
}

/**
 * Replaces all steps; steps and variants with an id keep it.
 * @throws AppError not_found; invalid_argument that names the wrong field of a step; conflict `sequence_in_use` when
 * steps are added, removed or reordered while a campaign of the sequence is active.
 */
export async function replaceSteps(
  ports: SequencePorts,
  { id, steps: inputs }: { readonly id: string; readonly steps: readonly StepInput[] },
): Promise<Sequence> {
  const { campaigns, newId } = ports;
  const sequence = await getSequence(ports, id);
  const steps = toSteps(inputs, sequence.steps, newId);
  await checkTemplates(steps);
  const usage = await campaigns.openCampaignsOf(id);
  if (usage === 'active' && !hasSameOrder(steps, sequence.steps)) throw campaignErrors.stepsInUse.make();
  if (isDeepStrictEqual(steps, sequence.steps)) return sequence;
  return saveSteps(ports, sequence, { steps, usage });
}

function hasSameOrder(steps: readonly Step[], current: readonly Step[]): boolean {
  return steps.length === current.length && steps.every(({ id }, index) => id === current[index]?.id);
}

/** A draft with the same steps. Its name is `<name> (Copy)`, then `<name> (Copy 2)`. @throws AppError not_found. */
export async function cloneSequence(
  ports: SequencePorts,
  ctx: CallContext,
  { id, name }: { readonly id: string; readonly name: string | undefined },
): Promise<Sequence> {
  const source = await getSequence(ports, id);
  const copyName =
    name ??
    (await freeCopyName(source.name, {
      charactersMax: SEQUENCE_LIMITS.nameCharactersMax,
      usedNames: async (names) => ports.sequences.usedNames(names),
    }));
  const steps = source.steps.map((step) => ({
    ...step,
    id: ports.newId('stp'),
    variants: step.variants.map((variant) => ({ ...variant, id: ports.newId('var') })),
    winner: { ...step.winner, decided_at: null, variant_id: null },
  }));
  const { description } = source;
  const copy = newSequence(ports, ctx, { name: copyName, description, status: 'draft', steps });
  await ports.sequences.insert(copy);
  await requestChecks(ports, copy);
  return copy;
}
