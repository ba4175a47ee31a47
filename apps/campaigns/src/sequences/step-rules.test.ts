import { describe, expect, it } from '@jest/globals';
import { AppError } from '@outreach/errors';
import { WINNER_DEFAULTS, type Step } from './sequence.ts';
import type { StepInput, VariantInput } from './step-input.ts';
import { toSteps } from './step-rules.ts';

const NO_WINNER = { mode: undefined, metric: undefined, min_sends: undefined, confidence: undefined };

const input = (changes: Partial<StepInput> = {}): StepInput => ({
  id: undefined,
  step_number: undefined,
  step_type: undefined,
  delay_value: undefined,
  delay_unit: undefined,
  thread_mode: undefined,
  subject: 'Hello',
  body_html: '<p>Hi</p>',
  body_text: null,
  variants: [],
  winner: NO_WINNER,
  ...changes,
});

const variant = (weight: number, changes: Partial<VariantInput> = {}): VariantInput => ({
  id: undefined,
  label: undefined,
  subject: null,
  body_html: null,
  body_text: null,
  weight,
  is_active: true,
  ...changes,
});

function newIds() {
  let count = 0;
  return (prefix: string) => `${prefix}_${(count += 1)}`;
}

const make = (inputs: readonly StepInput[], current: readonly Step[] = []) =>
  toSteps(inputs, current, newIds());

function fieldsOf(inputs: readonly StepInput[], current: readonly Step[] = []): readonly string[] {
  try {
    make(inputs, current);
    return [];
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.errors.map(({ field }) => field);
    throw thrown;
  }
}

describe('toSteps', () => {
  it('numbers the steps by their position and gives them ids and defaults', () => {
    expect(make([input(), input({ subject: null })])).toMatchObject([
      {
        id: 'stp_1',
        step_number: 1,
        step_type: 'email',
        delay_value: 0,
        delay_unit: 'days',
        thread_mode: 'new',
      },
      { id: 'stp_2', step_number: 2, thread_mode: 'reply', subject: null },
    ]);
  });

  it('sets the first step to delay 0 in a new thread', () => {
    const [first] = make([input({ delay_value: 3, delay_unit: 'hours', thread_mode: 'reply' })]);
    expect(first).toMatchObject({ delay_value: 0, delay_unit: 'hours', thread_mode: 'new' });
  });

  it('sets the defaults of a winner, and keeps the decision of a stored step', () => {
    const [step] = make([input({ variants: [variant(60), variant(40)] })]);
    expect(step?.winner).toEqual(WINNER_DEFAULTS);
    const decision = { decided_at: new Date(0), variant_id: 'var_1' };
    const current = step === undefined ? [] : [{ ...step, winner: { ...step.winner, ...decision } }];
    const winner = { ...NO_WINNER, mode: 'auto', min_sends: 50 };
    const [changed, added] = make([input({ id: step?.id, winner }), input({ winner })], current);
    expect(changed?.winner).toEqual({ ...WINNER_DEFAULTS, mode: 'auto', min_sends: 50, ...decision });
    expect(added?.winner).toEqual({ ...WINNER_DEFAULTS, mode: 'auto', min_sends: 50 });
  });

  it('keeps the ids of stored steps and variants, also when the steps move', () => {
    const current = make([input(), input({ variants: [variant(60), variant(40)] })]);
    const [first, second] = current;
    const moved = [second, first].map((step) => ({ ...input(), ...step }));
    const steps = toSteps(moved, current, newIds());
    expect(steps.map(({ id }) => id)).toEqual([second?.id, first?.id]);
    expect(steps.map(({ step_number }) => step_number)).toEqual([1, 2]);
    expect(steps[0]?.variants.map(({ id }) => id)).toEqual(second?.variants.map(({ id }) => id));
  });

  it('labels variants with the first free letters', () => {
    const [step] = make([input({ variants: [variant(50), variant(30, { label: 'A' }), variant(20)] })]);
    expect(step?.variants.map(({ label }) => label)).toEqual(['B', 'A', 'C']);
  });

  it('accepts inactive variants beside active ones that sum to 100', () => {
    const variants = [variant(100), variant(30, { is_active: false })];
    expect(fieldsOf([input({ variants })])).toEqual([]);
  });

  it('needs no subject in a reply, or where all active variants have one', () => {
    const variants = [variant(100, { subject: 'A' }), variant(0, { is_active: false })];
    expect(fieldsOf([input({ subject: null, variants }), input({ subject: null })])).toEqual([]);
  });

  it.each<[string, StepInput[], string[]]>([
    ['a first step without a subject', [input({ subject: null })], ['steps[0].subject']],
    [
      'a new thread without a subject',
      [input(), input({ subject: null, thread_mode: 'new' })],
      ['steps[1].subject'],
    ],
    [
      'a variant without a subject where the step has none',
      [input({ subject: null, variants: [variant(50, { subject: 'A' }), variant(50)] })],
      ['steps[0].subject'],
    ],
    ['an unknown id', [input(), input({ id: 'stp_9' })], ['steps[1].id']],
    ['a number that is not the position', [input({ step_number: 2 })], ['steps[0].step_number']],
    ['an unknown type', [input({ step_type: 'sms' })], ['steps[0].step_type']],
    ['a long delay', [input(), input({ delay_value: 1_001 })], ['steps[1].delay_value']],
    ['a negative delay', [input(), input({ delay_value: -1 })], ['steps[1].delay_value']],
    ['an unknown unit', [input({ delay_unit: 'weeks' })], ['steps[0].delay_unit']],
    ['an unknown thread mode', [input(), input({ thread_mode: 'cc' })], ['steps[1].thread_mode']],
    ['a long subject', [input({ subject: 'x'.repeat(501) })], ['steps[0].subject']],
    ['a long body', [input({ body_text: 'x'.repeat(102_401) })], ['steps[0].body_text']],
    ['weights below 100', [input({ variants: [variant(50), variant(49)] })], ['steps[0].variants']],
    ['no active variant', [input({ variants: [variant(100, { is_active: false })] })], ['steps[0].variants']],
    [
      'seven variants',
      [input({ variants: Array.from({ length: 7 }, () => variant(10)) })],
      ['steps[0].variants'],
    ],
    [
      'a repeated label',
      [input({ variants: [variant(50, { label: 'A' }), variant(50, { label: 'A' })] })],
      ['steps[0].variants[1].label'],
    ],
    [
      'an unknown label',
      [input({ variants: [variant(100, { label: 'G' })] })],
      ['steps[0].variants[0].label'],
    ],
    [
      'an unknown variant id',
      [input({ variants: [variant(100, { id: 'var_9' })] })],
      ['steps[0].variants[0].id'],
    ],
    [
      'a weight over 100',
      [input({ variants: [variant(101), variant(-1)] })],
      ['steps[0].variants[0].weight', 'steps[0].variants[1].weight'],
    ],
    ['51 steps', Array.from({ length: 51 }, () => input()), ['steps']],
    [
      'more than 900 KiB',
      Array.from({ length: 10 }, () => input({ body_html: 'x'.repeat(100_000) })),
      ['steps'],
    ],
    [
      'unknown modes and rates of winners',
      [input({ winner: { ...NO_WINNER, mode: 'x', metric: 'sent' } })],
      ['steps[0].winner.mode', 'steps[0].winner.metric'],
    ],
    [
      'numbers of winners below their bounds',
      [input({ winner: { ...NO_WINNER, min_sends: 0, confidence: 0 } })],
      ['steps[0].winner.min_sends', 'steps[0].winner.confidence'],
    ],
    [
      'numbers of winners above their bounds',
      [input({ winner: { ...NO_WINNER, min_sends: 1_000_001, confidence: 1.01 } })],
      ['steps[0].winner.min_sends', 'steps[0].winner.confidence'],
    ],
  ])('refuses %s', (_name, inputs, fields) => {
    expect(fieldsOf(inputs)).toEqual(fields);
  });

  it('refuses the same stored step twice', () => {
    const current = make([input()]);
    const same = { ...input(), ...current[0], step_number: undefined };
    expect(fieldsOf([same, same], current)).toEqual(['steps[1].id']);
  });

  it('reports all wrong fields, the first as the field of the error', () => {
    const refuse = () => make([input({ delay_unit: 'x' }), input({ id: 'stp_9', thread_mode: 'x' })]);
    expect(refuse).toThrow('steps[0].delay_unit must be one of minutes, hours, days.');
    expect(fieldsOf([input({ delay_unit: 'x' }), input({ id: 'stp_9', thread_mode: 'x' })])).toEqual([
      'steps[0].delay_unit',
      'steps[1].id',
      'steps[1].thread_mode',
    ]);
  });
});
