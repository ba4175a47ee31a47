import { describe, expect, it } from '@jest/globals';
import { applyTransform, type Transform } from './apply-transform.ts';

const rows: readonly (readonly [Transform, string, string | readonly string[]])[] = [
  ['none', ' As it Is ', ' As it Is '],
  ['trim', '\t Maria \u00a0', 'Maria'],
  ['lowercase', 'Maria@EXAMPLE.com', 'maria@example.com'],
  ['split_comma', ' hot, new lead ,,cold,', ['hot', 'new lead', 'cold']],
  ['split_comma', ' , ', []],
  ['split_comma', 'one;two', ['one;two']],
  ['date_iso', '2026-01-31', '2026-01-31'],
  ['date_iso', ' 2026-01-31T23:30:00+05:00 ', '2026-01-31'],
  ['date_iso', '2026/1/5', '2026-01-05'],
  ['date_iso', '31.01.2026', '2026-01-31'],
  ['date_iso', '5.1.2026 08:00', '2026-01-05'],
  ['date_iso', '31-01-2026', '2026-01-31'],
  ['date_iso', '01/02/2026', '2026-01-02'],
  ['date_iso', '31/01/2026', '2026-01-31'],
];

describe('applyTransform', () => {
  it.each(rows)('applies %s and turns %j into %j', (transform, cell, expected) => {
    expect(applyTransform(transform, cell)).toEqual(expected);
  });

  it.each(['', 'soon', '2026-02-30', '30.02.2026', '2026-01.31', '13/13/2026', '1/2/26', '0/1/2026'])(
    'leaves the text %j, which is not a date, unchanged',
    (cell) => {
      expect(applyTransform('date_iso', cell)).toBe(cell);
    },
  );

  it('takes time proportional to the length of a cell', () => {
    const before = process.cpuUsage();
    for (const unit of ['1', '1.', ' ', ',', '2026-01-31 '])
      for (const transform of ['date_iso', 'split_comma', 'trim'] as const)
        applyTransform(transform, unit.repeat(200_000));
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});
