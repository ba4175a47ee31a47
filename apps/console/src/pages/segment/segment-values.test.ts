import { describe, expect, it } from '@jest/globals';
import { toBody, toFilters, type SegmentValues } from './segment-values.ts';

const NO_TYPES = new Map<string, string>();
const VALUES: SegmentValues = {
  name: ' Founders ',
  description: ' ',
  logic: 'OR',
  filters: [
    { field: 'title', op: 'contains', value: 'founder' },
    { field: '', op: 'eq', value: 'x' },
    { field: 'city', op: 'eq', value: ' ' },
    { field: 'company.name', op: 'is_empty', value: '' },
  ],
};

describe('toFilters', () => {
  it('leaves out filters without a field or without their value', () => {
    expect(toFilters(VALUES, NO_TYPES)).toEqual({
      filters_logic: 'OR',
      filters: [
        { field: 'title', op: 'contains', value: 'founder' },
        { field: 'company.name', op: 'is_empty' },
      ],
    });
  });
});

describe('toBody', () => {
  it('has no filters for a static segment', () => {
    const body = toBody(VALUES, { isDynamic: false, customTypes: NO_TYPES });
    expect(body).toEqual({ name: 'Founders', description: null });
  });
});
