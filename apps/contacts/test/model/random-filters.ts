import {
  DEPARTMENTS,
  LEAD_SOURCES,
  MAIL_PROVIDERS,
  SENIORITIES,
  VERIFICATION_STATUSES,
} from '@outreach/contracts-contacts';
import fc from 'fast-check';
import type { Filter } from '../../src/filters/parse-filters.ts';
import { CAMPAIGN_IDS, DAYS, TIMESTAMPS, SEGMENT_IDS, TAGS, WORDS } from './random-contacts.ts';

export const DYNAMIC_SEGMENT = 'seg_DYNAMIC';

/** A word or a part of it, also in capitals: filters ignore case. */
const words = fc
  .tuple(fc.constantFrom(...WORDS), fc.nat(6), fc.integer({ min: 1, max: 8 }), fc.boolean())
  .map(([word, from, length, isCapital]) => {
    const piece = Array.from(word)
      .slice(from % 3, from + length)
      .join('');
    return isCapital ? piece.toUpperCase() : piece;
  });
const wholes = fc.constantFrom(...WORDS).map(String);
const fragment = fc.oneof(words, wholes, fc.constantFrom('example', 'PERSON1', '+41', 'europe', '.com', ''));

const equality = ['eq', 'ne', 'in', 'not_in'] as const;
const ordered = [...equality, 'gt', 'gte', 'lt', 'lte'] as const;
const texts = [...equality, 'contains', 'starts_with', 'ends_with'] as const;

interface Kind {
  readonly fields: readonly string[];
  readonly ops: readonly string[];
  readonly value: fc.Arbitrary<unknown>;
}

const KINDS: readonly Kind[] = [
  {
    fields: [
      ...[
        'email',
        'first_name',
        'last_name',
        'full_name',
        'title',
        'phone',
        'linkedin_url',
        'city',
        'country',
      ],
      ...['time_zone', 'company.name', 'company.domain', 'company.industry', 'custom_fields.note', 'id'],
    ],
    ops: texts,
    value: fc.oneof(fragment, fc.constantFrom('ct_000001', 'CT_00000', 'example.com')),
  },
  { fields: ['seniority'], ops: equality, value: fc.constantFrom(...SENIORITIES) },
  { fields: ['department'], ops: equality, value: fc.constantFrom(...DEPARTMENTS) },
  { fields: ['lead_source'], ops: equality, value: fc.constantFrom(...LEAD_SOURCES) },
  { fields: ['verification_status'], ops: equality, value: fc.constantFrom(...VERIFICATION_STATUSES) },
  { fields: ['mail_provider'], ops: equality, value: fc.constantFrom(...MAIL_PROVIDERS) },
  { fields: ['icp_tier'], ops: equality, value: fc.constantFrom('A', 'B', 'C', 'D') },
  { fields: ['grade'], ops: equality, value: fc.constantFrom('A', 'B', 'C', 'D', 'F') },
  { fields: ['custom_fields.plan'], ops: equality, value: fc.constantFrom('free', 'Free', 'pro', 'gone') },
  {
    fields: ['lead_score'],
    ops: ordered,
    value: fc.oneof(fc.integer({ min: -5, max: 105 }), fc.constant(50.5)),
  },
  {
    fields: ['company.employee_count', 'custom_fields.seats'],
    ops: ordered,
    value: fc.constantFrom(-1, 0, 1, 2.5, 10, 50, 999),
  },
  { fields: ['custom_fields.renewal'], ops: ordered, value: fc.constantFrom(...DAYS, '2026-02-28') },
  {
    fields: ['created_at', 'updated_at', 'last_activity_at'],
    ops: ordered,
    value: fc.constantFrom(...TIMESTAMPS, '2026-01-01', '2026-01-01T01:00:00+01:00'),
  },
  { fields: ['is_enriched', 'is_deleted', 'custom_fields.vip'], ops: ['eq', 'ne'], value: fc.boolean() },
  { fields: ['tags'], ops: ['contains', 'in', 'not_in'], value: fc.constantFrom(...TAGS) },
  {
    fields: ['custom_fields.topics'],
    ops: ['contains', 'in', 'not_in'],
    value: fc.constantFrom('a', 'b', 'z'),
  },
  { fields: ['has_tag'], ops: equality, value: fc.constantFrom(...TAGS) },
  { fields: ['in_segment'], ops: equality, value: fc.constantFrom(...SEGMENT_IDS, DYNAMIC_SEGMENT) },
  { fields: ['in_campaign'], ops: equality, value: fc.constantFrom(...CAMPAIGN_IDS) },
];

function filterOf({ fields, ops, value }: Kind): fc.Arbitrary<Filter> {
  const hasEmptiness = !fields.includes('in_segment');
  const allOps = hasEmptiness ? [...ops, 'is_empty', 'is_not_empty'] : ops;
  return fc
    .record({ field: fc.constantFrom(...fields), op: fc.constantFrom(...allOps) })
    .chain(({ field, op }) => {
      const given = op === 'in' || op === 'not_in' ? fc.array(value, { maxLength: 3 }) : value;
      return given.map((wanted) => ({ field, op, value: op.endsWith('_empty') ? null : wanted }));
    });
}

export const filter: fc.Arbitrary<Filter> = fc.oneof(...KINDS.map(filterOf));

export interface FilterSet {
  readonly filters: readonly Filter[];
  readonly logic: 'AND' | 'OR';
  readonly includeDeleted: boolean;
}

export const filterSet: fc.Arbitrary<FilterSet> = fc.record({
  filters: fc.array(filter, { maxLength: 4 }),
  logic: fc.constantFrom('AND' as const, 'OR' as const),
  includeDeleted: fc.boolean(),
});
