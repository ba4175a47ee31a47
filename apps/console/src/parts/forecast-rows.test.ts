import { describe, expect, it } from '@jest/globals';
import { toForecastRows, type PlannedDay } from './forecast-rows.ts';

function day(date: string, counts: Readonly<Record<string, number>>): PlannedDay {
  const by_account = Object.entries(counts).map(([sending_account_id, planned]) => ({
    sending_account_id,
    planned,
  }));
  return { date, planned: by_account.reduce((sum, { planned }) => sum + planned, 0), by_account };
}

const upper = (id: string): string => id.toUpperCase();

describe('toForecastRows', () => {
  it('has a column per account, the largest one first, with 0 for a day without emails', () => {
    const days = [day('2026-03-02', { a: 1, b: 5 }), day('2026-03-03', { a: 2 })];
    expect(toForecastRows(days, upper)).toEqual({
      names: ['B', 'A'],
      rows: [
        { label: 'Mar 2', total: 6, values: [5, 1] },
        { label: 'Mar 3', total: 2, values: [0, 2] },
      ],
    });
  });

  it('adds up the accounts after the fifth one', () => {
    const days = [day('2026-03-02', { a: 9, b: 8, c: 7, d: 6, e: 5, f: 4, g: 3 })];
    const { names, rows } = toForecastRows(days, upper);
    expect(names).toEqual(['A', 'B', 'C', 'D', 'E', 'Other accounts']);
    expect(rows[0]?.values).toEqual([9, 8, 7, 6, 5, 7]);
  });
});
