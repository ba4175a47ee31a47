import { toKnownValues } from '@outreach/app-kit';
import type {
  Sequence as SequenceMessage,
  SequenceInput,
  SequenceStep as StepMessage,
  SequenceStepInput,
  StepSelection as SelectionMessage,
  StepVariantInput,
} from '@outreach/contracts-campaigns/gen/sequences.ts';
import { SEQUENCE_STATUSES, type SequenceStatus } from '@outreach/contracts-campaigns/sequence';
import { maskedFields } from '@outreach/contracts-common';
import { withoutNull } from '@outreach/values';
import type { NewSequence, SequenceChange } from './manage-sequences.ts';
import type { StepSelection } from './preview-step.ts';
import type { Sequence, Step, StepCopy } from './sequence.ts';
import type { StepInput, VariantInput } from './step-input.ts';

export function toSequenceMessage({ steps, ...sequence }: Sequence): SequenceMessage {
  return { ...withoutNull(sequence), steps: steps.map(toStepMessage) };
}

function toStepMessage({ variants, winner, ...step }: Step): StepMessage {
  return { ...withoutNull(step), variants: variants.map(withoutNull), winner: withoutNull(winner) };
}

/** The fields of a new sequence: absent fields get their defaults. */
export function fromNewSequence(input: SequenceInput = {}): NewSequence {
  const { name = '', description = null } = input;
  return { name, description, status: statusOf(input) };
}

/**
 * The fields that the mask names. A field without a value: `name` stays unchanged, `description` becomes null and
 * `status` becomes `draft`.
 * @throws AppError invalid_argument.
 */
export function fromSequenceInput(
  input: SequenceInput | undefined,
  mask: readonly string[] | undefined,
): SequenceChange {
  if (input === undefined) return {};
  const { name, description = null } = input;
  return maskedFields(mask, { name, description, status: statusOf(input) });
}

function statusOf({ status }: SequenceInput): SequenceStatus {
  const [known = 'draft'] = toKnownValues('status', SEQUENCE_STATUSES, status === undefined ? [] : [status]);
  return known;
}

/** A text without characters counts as absent. */
export function fromStepInput(input: SequenceStepInput): StepInput {
  return {
    id: input.id,
    step_number: input.step_number,
    step_type: input.step_type,
    delay_value: input.delay_value,
    delay_unit: input.delay_unit,
    thread_mode: input.thread_mode,
    ...fromCopy(input),
    variants: input.variants.map(fromVariantInput),
    winner: {
      mode: input.winner?.mode,
      metric: input.winner?.metric,
      min_sends: input.winner?.min_sends,
      confidence: input.winner?.confidence,
    },
  };
}

function fromVariantInput(input: StepVariantInput): VariantInput {
  const { id, label, weight, is_active: isActive } = input;
  return { id, label, ...fromCopy(input), weight, is_active: isActive ?? true };
}

function fromCopy({ subject, body_html, body_text }: SequenceStepInput | StepVariantInput): StepCopy {
  return { subject: textOf(subject), body_html: textOf(body_html), body_text: textOf(body_text) };
}

const textOf = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

export function fromSelection(message: SelectionMessage | undefined): StepSelection {
  return {
    sequenceId: message?.sequence_id ?? '',
    contactId: message?.contact_id ?? '',
    stepNumber: message?.step_number ?? 0,
    variantId: message?.variant_id,
  };
}
