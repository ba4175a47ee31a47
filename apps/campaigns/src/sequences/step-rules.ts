import {
  DELAY_UNITS,
  SEQUENCE_LIMITS,
  STEP_TYPES,
  THREAD_MODES,
  VARIANT_LABELS,
  WINNER_METRICS,
  WINNER_MODES,
} from '@outreach/contracts-campaigns/sequence';
import { AppError, type FieldError } from '@outreach/errors';
import type { NewId } from '@outreach/service-kit';
import { fitsCodePoints } from '@outreach/values';
import {
  COPY_FIELDS,
  WINNER_DEFAULTS,
  type Step,
  type StepCopy,
  type Variant,
  type Winner,
} from './sequence.ts';
import type { StepInput, VariantInput, WinnerInput } from './step-input.ts';

/** Size of all steps as JSON: a sequence is one document, which fits into one message. */
const STEPS_BYTES_MAX = 900 * 1_024;
const ERRORS_MAX = 50;
const WEIGHTS_TOTAL = 100;

/**
 * The steps of a request, with ids and defaults. `current` are the stored steps that ids may name.
 * @throws AppError invalid_argument that names each wrong field, such as `steps[0].variants[1].weight`.
 */
export function toSteps(inputs: readonly StepInput[], current: readonly Step[], newId: NewId): Step[] {
  const { stepsMax } = SEQUENCE_LIMITS;
  if (inputs.length > stepsMax)
    throw invalidFields([{ field: 'steps', message: `steps must be at most ${stepsMax} items long.` }]);
  const errors = inputs.flatMap((_, index) => stepErrors(inputs, index, current));
  if (errors.length > 0) throw invalidFields(errors);
  const steps = inputs.map((input, index) => toStep(input, { index, current, newId }));
  if (Buffer.byteLength(JSON.stringify(steps)) > STEPS_BYTES_MAX)
    throw invalidFields([
      { field: 'steps', message: `steps must be at most ${STEPS_BYTES_MAX} bytes of JSON.` },
    ]);
  return steps;
}

/** @throws AppError with the first wrong fields. */
export function invalidFields(errors: readonly FieldError[]): AppError {
  const [first] = errors;
  return new AppError('invalid_argument', first?.message ?? 'The request is invalid.', {
    ...(first !== undefined && { field: first.field }),
    errors: errors.slice(0, ERRORS_MAX),
  });
}

function toStep(
  input: StepInput,
  { index, current, newId }: { index: number; current: readonly Step[]; newId: NewId },
): Step {
  const isFirst = index === 0;
  const known = current.find(({ id }) => id === input.id);
  return {
    id: known?.id ?? newId('stp'),
    step_number: index + 1,
    step_type: 'email',
    delay_value: isFirst ? 0 : (input.delay_value ?? 0),
    delay_unit: oneOf(DELAY_UNITS, input.delay_unit) ?? 'days',
    thread_mode: isFirst ? 'new' : (oneOf(THREAD_MODES, input.thread_mode) ?? 'reply'),
    ...copyOf(input),
    variants: toVariants(input.variants, known?.variants ?? [], newId),
    winner: toWinner(input.winner, known?.winner ?? WINNER_DEFAULTS),
  };
}

/** Absent settings are the defaults. A decision stays, so that a step is decided once. */
function toWinner(input: WinnerInput, { decided_at, variant_id }: Winner): Winner {
  return {
    mode: oneOf(WINNER_MODES, input.mode) ?? WINNER_DEFAULTS.mode,
    metric: oneOf(WINNER_METRICS, input.metric) ?? WINNER_DEFAULTS.metric,
    min_sends: input.min_sends ?? WINNER_DEFAULTS.min_sends,
    confidence: input.confidence ?? WINNER_DEFAULTS.confidence,
    decided_at,
    variant_id,
  };
}

function toVariants(
  inputs: readonly VariantInput[],
  current: readonly Variant[],
  newId: NewId,
): readonly Variant[] {
  const given = new Set(inputs.map(({ label }) => label));
  const free = VARIANT_LABELS.filter((label) => !given.has(label));
  return inputs.map((input) => ({
    id: current.find(({ id }) => id === input.id)?.id ?? newId('var'),
    label: oneOf(VARIANT_LABELS, input.label) ?? free.shift() ?? 'A',
    ...copyOf(input),
    weight: input.weight,
    is_active: input.is_active,
  }));
}

function copyOf({ subject, body_html, body_text }: StepCopy): StepCopy {
  return { subject, body_html, body_text };
}

function oneOf<Value extends string>(known: readonly Value[], text: string | undefined): Value | undefined {
  return known.find((value) => value === text);
}

function stepErrors(inputs: readonly StepInput[], index: number, current: readonly Step[]): FieldError[] {
  const input = inputs[index];
  if (input === undefined) return [];
  const path = `steps[${index}]`;
  const { delayMax } = SEQUENCE_LIMITS;
  const known = current.find(({ id }) => id === input.id);
  const delay = input.delay_value ?? 0;
  return [
    ...idErrors(path, {
      ids: inputs.map(({ id }) => id),
      index,
      isKnown: known !== undefined,
      owner: 'sequence',
    }),
    ...check(
      isNumbered(input, index, known),
      `${path}.step_number`,
      `must be ${index + 1}: steps are numbered by their position`,
    ),
    ...listed(`${path}.step_type`, STEP_TYPES, input.step_type),
    ...check(delay >= 0 && delay <= delayMax, `${path}.delay_value`, `must be from 0 to ${delayMax}`),
    ...listed(`${path}.delay_unit`, DELAY_UNITS, input.delay_unit),
    ...listed(`${path}.thread_mode`, THREAD_MODES, input.thread_mode),
    ...copyErrors(path, input),
    ...check(hasSubject(input, index), `${path}.subject`, 'is required in a step that starts a thread'),
    ...variantErrors(path, input.variants, known?.variants ?? []),
    ...winnerErrors(`${path}.winner`, input.winner),
  ];
}

/** A step keeps the number that it has in the stored sequence when it moves; clients send records back. */
function isNumbered({ step_number: number }: StepInput, index: number, known: Step | undefined): boolean {
  return number === undefined || number === index + 1 || number === known?.step_number;
}

/** A reply has the subject of the first step; each active variant may have a subject of its own. */
function hasSubject({ thread_mode, subject, variants }: StepInput, index: number): boolean {
  const startsThread = index === 0 || thread_mode === 'new';
  const active = variants.filter(({ is_active }) => is_active);
  const inVariants = active.length > 0 && active.every((variant) => variant.subject !== null);
  return !startsThread || subject !== null || inVariants;
}

interface ListedId {
  readonly ids: readonly (string | undefined)[];
  readonly index: number;
  readonly isKnown: boolean;
  readonly owner: string;
}

function idErrors(path: string, { ids, index, isKnown, owner }: ListedId): FieldError[] {
  const id = ids[index];
  if (id === undefined) return [];
  return [
    ...check(isKnown, `${path}.id`, `must be an id of the stored ${owner}; leave it out to add one`),
    ...check(ids.indexOf(id) === index, `${path}.id`, 'must not repeat'),
  ];
}

function variantErrors(
  path: string,
  inputs: readonly VariantInput[],
  current: readonly Variant[],
): FieldError[] {
  const field = `${path}.variants`;
  if (inputs.length === 0) return [];
  if (inputs.length > VARIANT_LABELS.length)
    return check(false, field, `must be at most ${VARIANT_LABELS.length} items long`);
  const active = inputs.filter(({ is_active }) => is_active);
  const total = active.reduce((sum, { weight }) => sum + weight, 0);
  return [
    ...inputs.flatMap((_, index) => oneVariantErrors(`${field}[${index}]`, { inputs, index, current })),
    ...check(
      total === WEIGHTS_TOTAL,
      field,
      `must have active variants whose weights sum to ${WEIGHTS_TOTAL}`,
    ),
  ];
}

function winnerErrors(path: string, { mode, metric, min_sends, confidence }: WinnerInput): FieldError[] {
  const { min_sends: sendsDefault, confidence: confidenceDefault } = WINNER_DEFAULTS;
  const sends = min_sends ?? sendsDefault;
  const probability = confidence ?? confidenceDefault;
  const { winnerSendsMax } = SEQUENCE_LIMITS;
  return [
    ...listed(`${path}.mode`, WINNER_MODES, mode),
    ...listed(`${path}.metric`, WINNER_METRICS, metric),
    ...check(
      sends >= 1 && sends <= winnerSendsMax,
      `${path}.min_sends`,
      `must be from 1 to ${winnerSendsMax}`,
    ),
    ...check(
      probability > 0 && probability <= 1,
      `${path}.confidence`,
      'must be greater than 0 and at most 1',
    ),
  ];
}

interface ListedVariant {
  readonly inputs: readonly VariantInput[];
  readonly index: number;
  readonly current: readonly Variant[];
}

function oneVariantErrors(path: string, { inputs, index, current }: ListedVariant): FieldError[] {
  const input = inputs[index];
  if (input === undefined) return [];
  const { weightMax } = SEQUENCE_LIMITS;
  const isKnown = current.some(({ id }) => id === input.id);
  const labels = inputs.map(({ label }) => label);
  const isUnique = input.label === undefined || labels.indexOf(input.label) === index;
  return [
    ...idErrors(path, { ids: inputs.map(({ id }) => id), index, isKnown, owner: 'step' }),
    ...listed(`${path}.label`, VARIANT_LABELS, input.label),
    ...check(isUnique, `${path}.label`, 'must not repeat'),
    ...check(
      input.weight >= 0 && input.weight <= weightMax,
      `${path}.weight`,
      `must be from 0 to ${weightMax}`,
    ),
    ...copyErrors(path, input),
  ];
}

function copyErrors(path: string, copy: StepCopy): FieldError[] {
  const { subjectCharactersMax, bodyCharactersMax } = SEQUENCE_LIMITS;
  return COPY_FIELDS.flatMap((name) => {
    const max = name === 'subject' ? subjectCharactersMax : bodyCharactersMax;
    return check(
      fitsCodePoints(copy[name] ?? '', max),
      `${path}.${name}`,
      `must be at most ${max} characters long`,
    );
  });
}

function listed(field: string, known: readonly string[], text: string | undefined): FieldError[] {
  return check(text === undefined || known.includes(text), field, `must be one of ${known.join(', ')}`);
}

function check(isValid: boolean, field: string, rule: string): FieldError[] {
  return isValid ? [] : [{ field, message: `${field} ${rule}.` }];
}
