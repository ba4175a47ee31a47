import {
  DELAY_UNITS,
  SEQUENCE_LIMITS as LIMITS,
  SEQUENCE_STATUSES,
  SequenceRecord,
  STEP_TYPES,
  THREAD_MODES,
  VARIANT_LABELS,
  type SequenceInput,
  type SequenceStepInput,
  type StepVariantInput,
} from '@outreach/contracts-campaigns';
import { optionalText, text } from '@outreach/http-kit';
import { z } from 'zod';
import { EXAMPLE_TIME, EXAMPLE_ULID } from './route.ts';

const ID_CHARACTERS_MAX = 100;

export const SequenceBody = SequenceRecord.meta({ id: 'Sequence' });

const copy = {
  subject: optionalText(LIMITS.subjectCharactersMax),
  body_html: optionalText(LIMITS.bodyCharactersMax),
  body_text: optionalText(LIMITS.bodyCharactersMax),
};

const VariantBody = z
  .object({
    id: optionalText(ID_CHARACTERS_MAX),
    label: z.enum(VARIANT_LABELS).optional(),
    ...copy,
    weight: z.int().min(0).max(LIMITS.weightMax),
    is_active: z.boolean().optional(),
  })
  .meta({ id: 'StepVariantInput' });

const StepBody = z
  .object({
    id: optionalText(ID_CHARACTERS_MAX),
    step_number: z.int().min(1).max(LIMITS.stepsMax).optional(),
    step_type: z.enum(STEP_TYPES).optional(),
    delay_value: z.int().min(0).max(LIMITS.delayMax).optional(),
    delay_unit: z.enum(DELAY_UNITS).optional(),
    thread_mode: z.enum(THREAD_MODES).optional(),
    ...copy,
    variants: z.array(VariantBody).max(VARIANT_LABELS.length).optional(),
  })
  .meta({ id: 'SequenceStepInput' });

const steps = z.array(StepBody).max(LIMITS.stepsMax);
const writable = {
  description: optionalText(LIMITS.descriptionCharactersMax),
  status: z.enum(SEQUENCE_STATUSES).optional(),
};

export const SequenceCreateBody = z
  .object({ name: text(LIMITS.nameCharactersMax), ...writable, steps: steps.optional() })
  .meta({ id: 'SequenceCreate' });
export const SequenceUpdateBody = z
  .object({ name: text(LIMITS.nameCharactersMax).optional(), ...writable })
  .meta({ id: 'SequenceUpdate' });
export const StepsBody = z.object({ steps }).meta({ id: 'SequenceSteps' });
export const CloneBody = z
  .object({ name: optionalText(LIMITS.nameCharactersMax) })
  .meta({ id: 'SequenceClone' });

export function toSequenceInput(body: z.output<typeof SequenceUpdateBody>): SequenceInput {
  const { name, description, status } = body;
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && description !== null && { description }),
    ...(status !== undefined && { status }),
  };
}

/** Null and absent texts are absent in messages. */
export function toStepInputs(inputs: z.output<typeof steps> = []): SequenceStepInput[] {
  return inputs.map(({ variants = [], ...step }) => ({
    ...step,
    id: step.id ?? undefined,
    ...toCopy(step),
    variants: variants.map(toVariantInput),
  }));
}

function toVariantInput(variant: z.output<typeof VariantBody>): StepVariantInput {
  return { ...variant, id: variant.id ?? undefined, ...toCopy(variant) };
}

type Copy = Readonly<Record<keyof typeof copy, string | null | undefined>>;

function toCopy({ subject, body_html, body_text }: Partial<Copy>) {
  return {
    subject: subject ?? undefined,
    body_html: body_html ?? undefined,
    body_text: body_text ?? undefined,
  };
}

const stepTexts = {
  subject: '{{ "Hi|Hello" | spin }} {{ contact.first_name | default: "there" }}',
  body_html: '<p>Is {{ company.name }} hiring?</p><p>{{ sender.from_name }}</p>',
};

/** The writable fields of an example. */
export const sequenceInputExample = {
  name: 'Introduction',
  steps: [
    { ...stepTexts },
    { delay_value: 3, delay_unit: 'days', thread_mode: 'reply', body_html: '<p>Did you see my email?</p>' },
  ],
};

const exampleStep = (number: number): z.output<typeof SequenceRecord>['steps'][number] => ({
  id: `stp_01J9Z3K8Q4N5R6S7T8V9W0X1Y${number}`,
  step_number: number,
  step_type: 'email',
  delay_value: number === 1 ? 0 : 3,
  delay_unit: 'days',
  thread_mode: number === 1 ? 'new' : 'reply',
  subject: number === 1 ? stepTexts.subject : null,
  body_html: number === 1 ? stepTexts.body_html : '<p>Did you see my email?</p>',
  body_text: null,
  variants: [],
});

export const sequenceExample: z.output<typeof SequenceRecord> = {
  id: `seq_${EXAMPLE_ULID}`,
  workspace_id: `ws_${EXAMPLE_ULID}`,
  name: sequenceInputExample.name,
  description: null,
  status: 'draft',
  version: 1,
  steps: [exampleStep(1), exampleStep(2)],
  created_at: EXAMPLE_TIME,
  updated_at: EXAMPLE_TIME,
};
