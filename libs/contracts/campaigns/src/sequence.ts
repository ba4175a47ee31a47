import { enumOf, recordFields, recordOf } from '@outreach/contracts-common';
import { z } from 'zod';
import type { Sequence as SequenceMessage } from './gen/sequences.ts';

export const SEQUENCE_STATUSES = ['draft', 'active', 'archived'] as const;
export const STEP_TYPES = ['email'] as const;
export const DELAY_UNITS = ['minutes', 'hours', 'days'] as const;
export const THREAD_MODES = ['reply', 'new'] as const;
export const WINNER_MODES = ['none', 'manual', 'auto'] as const;
export const WINNER_METRICS = ['reply_rate', 'open_rate', 'click_rate'] as const;
export const VARIANT_LABELS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;

/** Bounds of sequences. Characters are Unicode code points. */
export const SEQUENCE_LIMITS = {
  nameCharactersMax: 200,
  descriptionCharactersMax: 2_000,
  stepsMax: 50,
  delayMax: 1_000,
  subjectCharactersMax: 500,
  bodyCharactersMax: 102_400,
  weightMax: 100,
  winnerSendsMax: 1_000_000,
} as const;

export type SequenceStatus = (typeof SEQUENCE_STATUSES)[number];
export type DelayUnit = (typeof DELAY_UNITS)[number];
export type ThreadMode = (typeof THREAD_MODES)[number];
export type WinnerMode = (typeof WINNER_MODES)[number];
export type WinnerMetric = (typeof WINNER_METRICS)[number];
export type VariantLabel = (typeof VARIANT_LABELS)[number];

const textOrNull = z.string().nullable();
const copy = { subject: textOrNull, body_html: textOrNull, body_text: textOrNull };

export const StepVariantRecord = z.object({
  id: z.string(),
  label: enumOf(VARIANT_LABELS),
  ...copy,
  weight: z.int(),
  is_active: z.boolean(),
});

export const StepWinnerRecord = z.object({
  mode: enumOf(WINNER_MODES).describe(
    '`none`, `manual`, or `auto`: the best variant is selected as soon as its probability suffices.',
  ),
  metric: enumOf(WINNER_METRICS).describe('The rate by which variants are compared, of delivered emails.'),
  min_sends: z.int().describe('Delivered emails that every variant needs before an automatic decision.'),
  confidence: z.number().describe('Probability of being the best that an automatic decision needs.'),
  decided_at: z.iso.datetime().nullable().describe('Time of the decision; `null` before it.'),
  variant_id: textOrNull.describe('The selected variant; `null` before the decision.'),
});

export const SequenceStepRecord = z.object({
  id: z.string(),
  step_number: z.int(),
  step_type: enumOf(STEP_TYPES),
  delay_value: z.int(),
  delay_unit: enumOf(DELAY_UNITS),
  thread_mode: enumOf(THREAD_MODES),
  ...copy,
  variants: z.array(StepVariantRecord),
  winner: StepWinnerRecord,
});

/** A sequence as the REST API returns it. */
export const SequenceRecord = z.object({
  id: recordFields.id,
  workspace_id: recordFields.workspace_id,
  name: recordFields.name,
  description: textOrNull,
  status: enumOf(SEQUENCE_STATUSES).describe(
    '`draft`, `active` or `archived`. An archived sequence takes no new campaign.',
  ),
  version: z.int().describe('Grows with every change of the steps.'),
  steps: z
    .array(SequenceStepRecord)
    .describe('The emails, in their order; at most 50, and 900 KiB together.'),
  created_at: recordFields.created_at,
  updated_at: recordFields.updated_at,
});

export type SequenceRecord = z.infer<typeof SequenceRecord>;

/** The record of an RPC message. @throws Error when a required field is absent. */
export function toSequenceRecord({ steps, ...sequence }: SequenceMessage): SequenceRecord {
  const record = recordOf(sequence, 'created_at', 'updated_at');
  return { ...record, steps: steps.map((step) => recordOf(step, 'winner')) };
}
