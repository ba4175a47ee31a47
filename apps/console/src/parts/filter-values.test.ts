import { describe, expect, it } from '@jest/globals';
import { incomplete, toFilter, toFilterDraft, valueType, type FilterDraft } from './filter-values.ts';

const CUSTOM = new Map([
  ['custom_fields.seats', 'number'],
  ['custom_fields.plan', 'dropdown'],
]);
const draft = (fields: Partial<FilterDraft>): FilterDraft => ({
  field: 'title',
  op: 'eq',
  value: '',
  ...fields,
});

describe('toFilter', () => {
  it.each([
    [{ value: ' Head of growth ' }, 'Head of growth'],
    [{ op: 'in', field: 'seniority', value: 'head, director ,' }, ['head', 'director']],
    [{ op: 'gte', field: 'company.employee_count', value: '200' }, 200],
    [{ op: 'in', field: 'custom_fields.seats', value: '5, 10' }, [5, 10]],
    [{ op: 'gte', field: 'custom_fields.seats', value: 'many' }, 'many'],
    [{ field: 'is_enriched', value: 'true' }, true],
    [{ field: 'custom_fields.plan', value: '5' }, '5'],
    [{ op: 'is_empty', value: 'ignored' }, undefined],
  ] as const)('gives the draft %j the value %j, and a stored filter its text back', (fields, value) => {
    const made = draft(fields);
    const filter = toFilter(made, valueType(made.field, CUSTOM));
    expect(filter.value).toEqual(value);
    expect(toFilter(toFilterDraft(filter), valueType(made.field, CUSTOM))).toEqual(filter);
  });
});

describe('a stored filter', () => {
  const filter = { field: 'company.name', op: 'in', value: ['Acme, Inc.', 'Beta'] } as const;
  const stored = toFilterDraft(filter);

  it('keeps values with commas while its text is unchanged, also for another operator with a list', () => {
    expect(toFilter(stored, 'text')).toEqual(filter);
    expect(toFilter({ ...stored, op: 'not_in' }, 'text')).toEqual({ ...filter, op: 'not_in' });
  });

  it('has the values of its text when that, the field or the kind of operator changes', () => {
    expect(toFilter({ ...stored, value: 'Acme' }, 'text').value).toEqual(['Acme']);
    expect(toFilter({ ...stored, field: 'title' }, 'text').value).toEqual(['Acme', 'Inc.', 'Beta']);
    expect(toFilter({ ...stored, op: 'contains' }, 'text').value).toBe('Acme, Inc., Beta');
  });
});

describe('incomplete', () => {
  it.each([
    ['', 'eq', 'Enter a value.'],
    [' ', 'in', 'Enter a value.'],
    ['x', 'eq', null],
    ['', 'is_empty', null],
  ] as const)('says of the value %j of the operator %s: %j', (value, op, error) => {
    expect(incomplete.value(value, op)).toBe(error);
  });
});
