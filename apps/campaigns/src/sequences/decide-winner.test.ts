import { describe, expect, it } from '@jest/globals';
import { compareVariants, decideWinner, type VariantCounts } from './decide-winner.ts';
import { WINNER_DEFAULTS, type Step, type Variant, type Winner } from './sequence.ts';

const NO_COPY = { subject: null, body_html: null, body_text: null };

function variantOf(id: string, changes: Partial<Variant> = {}): Variant {
  return { id, label: 'A', ...NO_COPY, weight: 50, is_active: true, ...changes };
}

function stepOf(variants: readonly Variant[], winner: Partial<Winner> = {}): Step {
  return {
    id: 'stp_1',
    step_number: 1,
    step_type: 'email',
    delay_value: 0,
    delay_unit: 'days',
    thread_mode: 'new',
    ...NO_COPY,
    variants,
    winner: { ...WINNER_DEFAULTS, mode: 'auto', ...winner },
  };
}

function counts(delivered: number, replied: number, changes: Partial<VariantCounts> = {}): VariantCounts {
  return { delivered, unique_opened: 0, unique_clicked: 0, unique_replied: replied, ...changes };
}

const PAIR = [variantOf('var_1'), variantOf('var_2')];
const CLEAR = new Map([
  ['var_1', counts(100, 1)],
  ['var_2', counts(100, 20)],
]);
const decided = (step: Step, all: ReadonlyMap<string, VariantCounts> = CLEAR): string | undefined =>
  decideWinner(step, (id) => all.get(id))?.variant.id;

describe('the winner of a step', () => {
  it('is the variant that is the best with the required probability', () => {
    expect(decided(stepOf(PAIR))).toBe('var_2');
  });

  it.each([
    ['in the mode none', stepOf(PAIR, { mode: 'none' })],
    ['in the mode manual', stepOf(PAIR, { mode: 'manual' })],
    ['after a decision', stepOf(PAIR, { decided_at: new Date(0), variant_id: 'var_1' })],
    ['with fewer emails than required', stepOf(PAIR, { min_sends: 101 })],
    ['with one variant', stepOf(PAIR.slice(0, 1))],
    ['with one active variant', stepOf([variantOf('var_1', { is_active: false }), variantOf('var_2')])],
    ['with one variant that has a weight', stepOf([variantOf('var_1', { weight: 0 }), variantOf('var_2')])],
    ['by another rate', stepOf(PAIR, { metric: 'open_rate' })],
    ['without results', stepOf([variantOf('var_1'), variantOf('var_9')])],
  ])('is open %s', (_title, step) => {
    expect(decided(step)).toBeUndefined();
  });

  it('is open while the probability is too low', () => {
    const close = new Map([
      ['var_1', counts(100, 5)],
      ['var_2', counts(100, 10)],
    ]);
    expect(decided(stepOf(PAIR), close)).toBeUndefined();
    expect(decided(stepOf(PAIR, { confidence: 0.9 }), close)).toBe('var_2');
  });

  it('does not depend on inactive variants', () => {
    const step = stepOf([...PAIR, variantOf('var_3', { is_active: false })]);
    expect(decided(step, new Map([...CLEAR, ['var_3', counts(1_000, 900)]]))).toBe('var_2');
  });

  it.each([
    ['open_rate', 'unique_opened'],
    ['click_rate', 'unique_clicked'],
  ] as const)('is compared by %s', (metric, counter) => {
    const all = new Map([
      ['var_1', counts(100, 0, { [counter]: 30 })],
      ['var_2', counts(100, 90, { [counter]: 5 })],
    ]);
    expect(decided(stepOf(PAIR, { metric }), all)).toBe('var_1');
  });
});

describe('the comparison of variants', () => {
  it('has the active ones, also without weight, and equal probabilities without results', () => {
    const step = stepOf([
      ...PAIR,
      variantOf('var_3', { is_active: false }),
      variantOf('var_4', { weight: 0 }),
    ]);
    const compared = compareVariants(step, () => undefined);
    expect(compared.map(({ variant }) => variant.id)).toEqual(['var_1', 'var_2', 'var_4']);
    for (const { probability } of compared) expect(probability).toBeCloseTo(1 / 3, 6);
  });
});
