import { describe, expect, it } from '@jest/globals';
import {
  delayText,
  isChanged,
  toDraft,
  toStepInputs,
  weightProblem,
  withMovedStep,
  withNewStep,
  withNewVariant,
  withoutStep,
  withoutVariant,
  type StepDraft,
} from './step-draft.ts';

const winner = { mode: 'none', metric: 'reply_rate', min_sends: 100, confidence: 0.95 } as const;
const stored: Parameters<typeof toDraft>[0] = {
  version: 3,
  steps: [
    {
      id: 'stp_1',
      step_number: 1,
      step_type: 'email',
      delay_value: 0,
      delay_unit: 'days',
      thread_mode: 'new',
      subject: 'Hello',
      body_html: null,
      body_text: 'Hi {{ contact.first_name }}',
      variants: [
        {
          id: 'var_1',
          label: 'B',
          subject: null,
          body_html: null,
          body_text: 'Other',
          weight: 100,
          is_active: true,
        },
      ],
      winner: { ...winner, decided_at: null, variant_id: null },
    },
  ],
};

function steps(count: number): readonly StepDraft[] {
  return Array.from({ length: count }).reduce<readonly StepDraft[]>(
    (list, _, index) => withNewStep(list, `key-${index}`),
    [],
  );
}

function withVariants(count: number): StepDraft {
  const [step] = steps(1);
  if (step === undefined) throw new Error('A step is missing.');
  return Array.from({ length: count }).reduce<StepDraft>(
    (current, _, index) => withNewVariant(current, `var-${index}`),
    step,
  );
}

const shares = ({ variants }: StepDraft) => variants.map(({ label, weight }) => [label, weight]);

describe('the draft of a sequence', () => {
  it('is saved as it was read, and is unchanged until a text changes', () => {
    const draft = toDraft(stored);
    expect(isChanged(draft, stored)).toBe(false);
    expect(toStepInputs(draft.steps)).toEqual([
      {
        id: 'stp_1',
        delay_value: 0,
        delay_unit: 'days',
        thread_mode: 'new',
        subject: 'Hello',
        body_html: null,
        body_text: 'Hi {{ contact.first_name }}',
        variants: [
          {
            id: 'var_1',
            label: 'B',
            subject: null,
            body_html: null,
            body_text: 'Other',
            weight: 100,
            is_active: true,
          },
        ],
        winner,
      },
    ]);
    const changed = { ...draft, steps: draft.steps.map((step) => ({ ...step, subject: 'Hello!' })) };
    expect(isChanged(changed, stored)).toBe(true);
  });

  it('gives new steps and variants no id', () => {
    const [first] = toStepInputs([withVariants(1)]);
    expect([first?.id, first?.variants?.[0]?.id]).toEqual([null, null]);
  });

  it('starts a thread with the first step and continues it with each other one', () => {
    expect(steps(2).map((step) => [step.thread_mode, delayText(step)])).toEqual([
      ['new', 'at once'],
      ['reply', 'after 3 days'],
    ]);
  });

  it('moves and removes steps, and leaves the list as it is at its ends', () => {
    const list = steps(3);
    const keys = (some: readonly StepDraft[]) => some.map(({ key }) => key).join(' ');
    expect(keys(withMovedStep(list, 2, -1))).toBe('key-0 key-2 key-1');
    expect(keys(withMovedStep(list, 0, 1))).toBe('key-1 key-0 key-2');
    expect(keys(withMovedStep(list, 0, -1))).toBe('key-0 key-1 key-2');
    expect(keys(withoutStep(list, 1))).toBe('key-0 key-2');
  });
});

describe('the weights of variants', () => {
  it('are shared equally when a variant comes or goes, and sum to 100', () => {
    const step = withVariants(3);
    expect(shares(step)).toEqual([
      ['A', 34],
      ['B', 33],
      ['C', 33],
    ]);
    expect(weightProblem(step)).toBeUndefined();
    expect(shares(withoutVariant(step, 'var-1'))).toEqual([
      ['A', 50],
      ['C', 50],
    ]);
  });

  it('take the first free letter and end at six variants', () => {
    const gap = withoutVariant(withVariants(3), 'var-0');
    expect(shares(withNewVariant(gap, 'again')).map(([label]) => label)).toEqual(['B', 'C', 'A']);
    expect(withVariants(8).variants).toHaveLength(6);
  });

  it('are a problem if the active ones do not sum to 100', () => {
    const step = withVariants(2);
    const one = { ...step, variants: step.variants.map((variant) => ({ ...variant, weight: 30 })) };
    expect(weightProblem(one)).toBe('The weights of the active variants are 60 together; they must be 100.');
  });
});

describe('delayText', () => {
  it.each([
    [0, 'days', 'at once'],
    [1, 'days', 'after 1 day'],
    [2, 'hours', 'after 2 hours'],
  ] as const)('writes %d %s as %s', (delay_value, delay_unit, text) => {
    expect(delayText({ ...withVariants(0), delay_value, delay_unit })).toBe(text);
  });
});
