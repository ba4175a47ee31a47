import { describe, expect, it } from '@jest/globals';
import { chooseVariant } from './choose-variant.ts';
import { WINNER_DEFAULTS, type Step, type Variant } from './sequence.ts';

const texts = { subject: null, body_html: null, body_text: null };

function stepWith(...weights: readonly number[]): Step {
  const variants = weights.map((weight, index): Variant => {
    const label = index === 0 ? 'A' : 'B';
    return { id: `var_${index}`, label, ...texts, weight: Math.abs(weight), is_active: weight >= 0 };
  });
  const timing = { step_number: 1, step_type: 'email', delay_value: 0, delay_unit: 'days' } as const;
  return { id: 'stp_1', ...timing, thread_mode: 'new', ...texts, variants, winner: WINNER_DEFAULTS };
}

const CONTACTS = Array.from({ length: 2_000 }, (_, index) => `ct_${index}`);

describe('chooseVariant', () => {
  it('chooses the same variant for the same contact', () => {
    const step = stepWith(50, 50);
    expect(CONTACTS.map((id) => chooseVariant(step, id))).toEqual(
      CONTACTS.map((id) => chooseVariant(step, id)),
    );
  });

  it('shares the contacts by the weights', () => {
    const step = stepWith(80, 20);
    const second = CONTACTS.filter((id) => chooseVariant(step, id)?.id === 'var_1');
    expect(second.length / CONTACTS.length).toBeCloseTo(0.2, 1);
  });

  it('chooses no inactive variant, and none of weight 0', () => {
    expect(new Set(CONTACTS.map((id) => chooseVariant(stepWith(-60, 100, 0), id)?.id))).toEqual(
      new Set(['var_1']),
    );
  });

  it('chooses no variant of a step without active ones', () => {
    expect(chooseVariant(stepWith(), 'ct_1')).toBeUndefined();
  });
});
