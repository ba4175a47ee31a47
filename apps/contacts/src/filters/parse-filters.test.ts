import { describe, expect, it } from '@jest/globals';
import { matches } from './matches.ts';
import { parseFilters, parseStoredFilters, type Filter, type FilterNames } from './parse-filters.ts';
import { equalityPathsOf, toQuery } from './to-query.ts';

const names: FilterNames = {
  customFields: new Map([['plan', { id: 'cf_1', field_type: 'string' }]]),
  segments: new Map(),
  campaignIds: new Set(['cmp_1']),
};
const parse = (...filters: Filter[]) => parseFilters(filters, 'AND', names);
const one = (field: string, op: string, value: unknown = null): Filter => ({ field, op, value });

describe('parseFilters with a wrong filter', () => {
  it.each([
    [one('unknown', 'eq', 1), 'filters[0].field'],
    [one('custom_fields.unknown', 'eq', 1), 'filters[0].field'],
    [one('company', 'eq', 1), 'filters[0].field'],
    [one('__proto__', 'eq', 1), 'filters[0].field'],
    [one('title', 'like', 'x'), 'filters[0].op'],
    [one('title', 'constructor', 'x'), 'filters[0].op'],
    [one('title', 'gt', 'x'), 'filters[0].op'],
    [one('seniority', 'contains', 'vp'), 'filters[0].op'],
    [one('tags', 'eq', 'x'), 'filters[0].op'],
    [one('has_tag', 'contains', 'x'), 'filters[0].op'],
    [one('is_enriched', 'in', [true]), 'filters[0].op'],
    [one('title', 'eq', { $ne: 1 }), 'filters[0].value'],
    [one('title', 'eq', 'x'.repeat(4_097)), 'filters[0].value'],
    [one('title', 'eq'), 'filters[0].value'],
    [one('title', 'in', 'x'), 'filters[0].value'],
    [one('title', 'in', Array(1_001).fill('x')), 'filters[0].value'],
    [one('seniority', 'eq', 'king'), 'filters[0].value'],
    [one('lead_score', 'gte', '70'), 'filters[0].value'],
    [one('lead_score', 'gte', [70]), 'filters[0].value'],
    [one('created_at', 'gt', 'yesterday'), 'filters[0].value'],
    [one('created_at', 'gt', '2026-02-30'), 'filters[0].value'],
    [one('is_enriched', 'eq', 'true'), 'filters[0].value'],
    [one('in_segment', 'eq', 'seg_1'), 'filters[0].value'],
    [one('in_campaign', 'eq', 'cmp_2'), 'filters[0].value'],
  ])('refuses %j on %s', (filter, field) => {
    expect(() => parse(filter)).toThrow(expect.objectContaining({ kind: 'invalid_argument', field }));
  });

  it('reports all wrong filters together', () => {
    const filters = [one('title', 'eq', 1), one('title', 'eq', 'x'), one('x', 'eq')];
    const errors = ['filters[0].value', 'filters[2].field'].map((field) =>
      expect.objectContaining({ field }),
    );
    expect(() => parse(...filters)).toThrow(expect.objectContaining({ errors }));
  });

  it('refuses the 26th filter', () => {
    const many = Array.from({ length: 26 }, () => one('title', 'eq', 'x'));
    expect(() => parse(...many)).toThrow(expect.objectContaining({ field: 'filters' }));
  });
});

describe('toQuery', () => {
  it.each([
    [one('title', 'contains', 'a.*b'), { 'comparable.title': { $regex: String.raw`a\.\*b` } }],
    [one('title', 'starts_with', '^X'), { 'comparable.title': { $regex: String.raw`^\^x` } }],
    [one('title', 'ends_with', '$'), { 'comparable.title': { $regex: String.raw`\$\z` } }],
    [one('custom_fields.plan', 'eq', 'PRO'), { 'comparable.cf_1': { $eq: 'pro' } }],
    [one('lead_score', 'gt', 98), { lead_score: { $in: [99, 100] } }],
    [one('lead_score', 'gte', 0), {}],
    [one('lead_score', 'gt', 100), { _id: { $in: [] } }],
    [one('id', 'eq', 'CT_01abc'), { _id: { $eq: 'ct_01ABC' } }],
    [one('has_tag', 'not_in', []), {}],
  ])('turns %j into %j', (filter, query) => {
    expect(toQuery(parse(filter))).toEqual(query);
  });
});

describe('equalityPathsOf', () => {
  it.each([
    [
      [one('icp_tier', 'in', ['A', 'B']), one('title', 'eq', 'x')],
      ['icp_tier', 'comparable.title'],
    ],
    [[one('lead_score', 'gte', 70)], ['lead_score']],
    [[one('grade', 'eq', 'A'), one('lead_score', 'lt', 90)], ['lead_score']],
    [[one('lead_score', 'gte', 0)], []],
    [[one('icp_tier', 'ne', 'A')], []],
    [[one('has_tag', 'in', Array(101).fill('x'))], []],
    [[one('title', 'contains', 'x')], []],
  ])('returns for %j the paths %j', (filters, paths) => {
    expect(equalityPathsOf(parse(...filters))).toEqual(paths);
  });

  it('returns no paths for alternatives', () => {
    const filters = [one('icp_tier', 'eq', 'A'), one('title', 'eq', 'x')];
    expect(equalityPathsOf(parseFilters(filters, 'OR', names))).toEqual([]);
  });
});

describe('parseFilters without filters', () => {
  it.each(['AND', 'OR'] as const)('matches every contact with the logic %s', (logic) => {
    expect(matches({}, parseFilters([], logic, names))).toBe(true);
    expect(toQuery(parseFilters([], logic, names))).toEqual({});
  });
});

describe('parseStoredFilters with a deleted custom field', () => {
  it.each([
    ['eq', false],
    ['contains', false],
    ['is_not_empty', false],
    ['ne', true],
    ['not_in', true],
    ['is_empty', true],
  ])('treats the field as empty: %s is %s', (op, isMet) => {
    const stored = parseStoredFilters([one('custom_fields.gone', op, 'x')], 'OR', names);
    expect(matches({ custom_fields: { gone: 'x' } }, stored)).toBe(isMet);
  });
});
