import type { SequenceInput, SequenceStepInput } from '@outreach/contracts-campaigns/gen/sequences.ts';
import {
  DELAY_UNITS,
  SEQUENCE_LIMITS as LIMITS,
  SEQUENCE_STATUSES,
  SequenceRecord,
  STEP_TYPES,
  THREAD_MODES,
  VARIANT_LABELS,
  WINNER_METRICS,
  WINNER_MODES,
} from '@outreach/contracts-campaigns/sequence';
import { describedBy } from '@outreach/contracts-common';
import { optionalInteger, optionalText, text } from '@outreach/http-kit/fields';
import { withoutNull } from '@outreach/values';
import { z } from 'zod';
import { optionalBoolean, optionalEnum, optionalFraction } from './optional-fields.ts';
import { EXAMPLE_TIME, EXAMPLE_ULID } from './route.ts';

const ID_CHARACTERS_MAX = 100;

export const SequenceBody = SequenceRecord.meta({ id: 'Sequence' });

const copy = {
  subject: optionalText(LIMITS.subjectCharactersMax).describe(
    'Template of the subject. The default of a reply is `Re: ` and the subject of the first step.',
  ),
  body_html: optionalText(LIMITS.bodyCharactersMax).describe('Template of the HTML.'),
  body_text: optionalText(LIMITS.bodyCharactersMax).describe(
    'Template of the text; by default the text is made from the HTML.',
  ),
};

const VariantBody = z
  .object({
    id: optionalText(ID_CHARACTERS_MAX).describe('Id of the stored variant; absent for a new one.'),
    label: optionalEnum(VARIANT_LABELS).describe('A letter from A to F; by default the first free one.'),
    ...copy,
    weight: z
      .int()
      .min(0)
      .max(LIMITS.weightMax)
      .describe('Share in percent. The weights of the active variants sum to 100.'),
    is_active: optionalBoolean().describe('`false` for a variant that no contact receives.'),
  })
  .meta({ id: 'StepVariantInput' });

const WinnerBody = z
  .object({
    mode: optionalEnum(WINNER_MODES).describe('`none` by default.'),
    metric: optionalEnum(WINNER_METRICS).describe('`reply_rate` by default.'),
    min_sends: optionalInteger(1, LIMITS.winnerSendsMax).describe(
      'Delivered emails that every variant needs; 100 by default.',
    ),
    confidence: optionalFraction().describe('Probability of being the best; 0.95 by default.'),
  })
  .meta({ id: 'StepWinnerInput' });

const StepBody = z
  .object({
    id: optionalText(ID_CHARACTERS_MAX).describe('Id of the stored step; absent for a new one.'),
    step_number: optionalInteger(1, LIMITS.stepsMax).describe('Position in the list, from 1.'),
    step_type: optionalEnum(STEP_TYPES),
    delay_value: optionalInteger(0, LIMITS.delayMax).describe(
      'Time since the previous step was sent; 0 in the first step.',
    ),
    delay_unit: optionalEnum(DELAY_UNITS).describe('`minutes`, `hours` or `days`.'),
    thread_mode: optionalEnum(THREAD_MODES).describe(
      '`reply` continues the thread of the first step, `new` starts one.',
    ),
    ...copy,
    variants: z
      .array(VariantBody)
      .max(VARIANT_LABELS.length)
      .optional()
      .describe('Alternative texts, each for a share of the contacts.'),
    winner: WinnerBody.optional().describe(
      'How the best variant is selected. The decision of a stored step stays.',
    ),
  })
  .meta({ id: 'SequenceStepInput' });

const steps = z.array(StepBody).max(LIMITS.stepsMax);
const writable = {
  description: optionalText(LIMITS.descriptionCharactersMax),
  status: optionalEnum(SEQUENCE_STATUSES),
};

export const SequenceCreateBody = z
  .object(
    describedBy(SequenceRecord, {
      name: text(LIMITS.nameCharactersMax),
      ...writable,
      steps: steps.optional(),
    }),
  )
  .meta({ id: 'SequenceCreate' });
export const SequenceUpdateBody = z
  .object(describedBy(SequenceRecord, { name: text(LIMITS.nameCharactersMax).optional(), ...writable }))
  .meta({ id: 'SequenceUpdate' });
export const StepsBody = z.object({ steps }).meta({ id: 'SequenceSteps' });
export const WinnerSelectionBody = z
  .object({ variant_id: text(ID_CHARACTERS_MAX).describe('Id of an active variant of the step.') })
  .meta({ id: 'WinnerSelection' });
export const CloneBody = z
  .object({ name: optionalText(LIMITS.nameCharactersMax).describe('Name.') })
  .meta({ id: 'SequenceClone' });

export function toSequenceInput(body: z.output<typeof SequenceUpdateBody>): SequenceInput {
  return withoutNull(body);
}

/** Null and absent fields are absent in messages. */
export function toStepInputs(inputs: z.output<typeof steps> = []): SequenceStepInput[] {
  return inputs.map(({ variants = [], winner, ...step }) => ({
    ...withoutNull(step),
    variants: variants.map((variant) => withoutNull(variant)),
    winner: winner && withoutNull(winner),
  }));
}

const stepTexts = {
  subject: '{{ "Hi|Hello" | spin }} {{ contact.first_name | default: "there" }}',
  body_html: '<p>Is {{ company.name }} hiring?</p><p>{{ sender.from_name }}</p>',
};

export const winnerSelectionExample = { variant_id: `var_${EXAMPLE_ULID}` };

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
  winner: {
    mode: 'none',
    metric: 'reply_rate',
    min_sends: 100,
    confidence: 0.95,
    decided_at: null,
    variant_id: null,
  },
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
