import { describe, expect, it } from '@jest/globals';
import { fitOf, tierOf, toDraft, toRule, valueType, type RuleDraft } from './rule-values.ts';

const CUSTOM = new Map([
  ['custom_fields.seats', 'number'],
  ['custom_fields.plan', 'dropdown'],
]);
const draft = (fields: Partial<RuleDraft>): RuleDraft => ({
  field: 'title',
  op: 'eq',
  value: '',
  points: 10,
  ...fields,
});

describe('toRule', () => {
  it.each([
    [{ value: ' Head of growth ' }, 'Head of growth'],
    [{ op: 'in', field: 'seniority', value: 'head, director ,' }, ['head', 'director']],
    [{ op: 'gte', field: 'company.employee_count', value: '200' }, 200],
    [{ op: 'in', field: 'custom_fields.seats', value: '5, 10' }, [5, 10]],
    [{ op: 'gte', field: 'custom_fields.seats', value: 'many' }, 'many'],
    [{ field: 'is_enriched', value: 'true' }, true],
    [{ field: 'custom_fields.plan', value: '5' }, '5'],
    [{ op: 'is_empty', value: 'ignored' }, undefined],
  ] as const)('gives the draft %j the value %j, and a stored rule its text back', (fields, value) => {
    const made = draft(fields);
    const rule = toRule(made, valueType(made.field, CUSTOM));
    expect(rule.value).toEqual(value);
    expect(toRule(toDraft(rule), valueType(made.field, CUSTOM))).toEqual(rule);
  });
});

describe('fitOf', () => {
  it.each([
    [[50, 30, -20], [true, true, true], 60],
    [[50, 30, -20], [true, false, false], 50],
    [[80, 80], [true, true], 100],
    [[10, -40], [true, true], 0],
    [[], [], 0],
  ])('adds up the points %j of the met rules %j to %d', (points, met, fit) => {
    const rules = points.map((one) => ({ points: one }));
    expect(fitOf(rules, met)).toBe(fit);
  });
});

describe('tierOf', () => {
  it.each([
    [80, 'A'],
    [79, 'B'],
    [60, 'B'],
    [40, 'C'],
    [39, 'D'],
  ])('gives a fit of %d the tier %s', (fit, tier) => {
    expect(tierOf(fit, { A: 80, B: 60, C: 40 })).toBe(tier);
  });
});
