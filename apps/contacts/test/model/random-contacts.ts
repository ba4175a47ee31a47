import {
  DEPARTMENTS,
  LEAD_SOURCES,
  MAIL_PROVIDERS,
  SENIORITIES,
  VERIFICATION_STATUSES,
} from '@outreach/contracts-contacts';
import fc from 'fast-check';
import type { Contact } from '../../src/contact-model/contact.ts';

export const SEGMENT_IDS = ['seg_STATIC1', 'seg_STATIC2'] as const;
export const CAMPAIGN_IDS = ['cmp_ONE', 'cmp_TWO'] as const;

export const CUSTOM_FIELDS = [
  { id: 'cf_TEXT', name: 'note', field_type: 'string', options: [] },
  { id: 'cf_NUMBER', name: 'seats', field_type: 'number', options: [] },
  { id: 'cf_BOOLEAN', name: 'vip', field_type: 'boolean', options: [] },
  { id: 'cf_DATE', name: 'renewal', field_type: 'date', options: [] },
  { id: 'cf_DROPDOWN', name: 'plan', field_type: 'dropdown', options: ['free', 'Free', 'pro'] },
  { id: 'cf_MULTI', name: 'topics', field_type: 'multi_select', options: ['a', 'b', 'c'] },
] as const;

/** Words with special cases for regular expressions, case mapping and tokens. */
export const WORDS = [
  'Maria',
  'MARIA',
  'María',
  "O'Neil",
  'a+b (c)',
  '[x] {2}',
  '100%',
  'back\\slash',
  'dot.',
  '^start',
  'end$',
  'two\nlines',
  'Straße',
  'İpek',
  'ΕΛΛΑΣ',
  'emoji 😀',
  'a|b',
  'sales-team #1',
] as const;
export const TAGS = ['hot', 'Hot', 'cold', 'a.b', '$x'] as const;
export const DAYS = ['2025-12-31', '2026-01-01', '2026-06-15'] as const;
export const TIMESTAMPS = [
  '2026-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.001Z',
  '2026-03-05T12:00:00.000Z',
];

/** A contact for conditions, with its memberships. */
export interface ModelContact {
  readonly contact: Contact;
  readonly segmentIds: readonly string[];
  readonly campaignIds: readonly string[];
  readonly lastActivityAt: Date | null;
}

const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 3 });
const word = fc.constantFrom(...WORDS);
const text = nullable(
  fc.oneof(
    word,
    fc.tuple(word, word).map((pair) => pair.join(' ')),
  ),
);
const timestamp = fc.constantFrom(...TIMESTAMPS).map((at) => new Date(at));

const company = fc.record({
  id: fc.constant(null),
  name: text,
  domain: nullable(fc.constantFrom('example.com', 'sub.example.com', 'xn--bcher-kva.example')),
  industry: text,
  employee_count: nullable(fc.constantFrom(0, 1, 50, 1_000)),
  revenue_band: text,
});

const custom = fc.record(
  {
    note: word.map(String),
    seats: fc.constantFrom(-1, 0, 2.5, 10),
    vip: fc.boolean(),
    renewal: fc.constantFrom(...DAYS),
    plan: fc.constantFrom('free', 'Free', 'pro'),
    topics: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
  },
  { requiredKeys: [] },
);

const fields = fc.record({
  first_name: text,
  last_name: text,
  full_name: text,
  title: text,
  seniority: nullable(fc.constantFrom(...SENIORITIES)),
  department: nullable(fc.constantFrom(...DEPARTMENTS)),
  phone: nullable(fc.constantFrom('+41 31', '+49')),
  mobile: nullable(fc.constantFrom('+41 79')),
  linkedin_url: nullable(fc.constantFrom('https://linkedin.example/In/Maria')),
  city: text,
  state: text,
  country: text,
  time_zone: nullable(fc.constantFrom('Europe/Zurich', 'UTC')),
  lead_source: fc.constantFrom(...LEAD_SOURCES),
  lead_score: fc.integer({ min: 0, max: 100 }),
  icp_tier: fc.constantFrom('A', 'B', 'C', 'D'),
  tags: fc.uniqueArray(fc.constantFrom(...TAGS)),
  verification_status: fc.constantFrom(...VERIFICATION_STATUSES),
  verified_at: nullable(timestamp),
  mail_provider: nullable(fc.constantFrom(...MAIL_PROVIDERS)),
  is_enriched: fc.boolean(),
  is_deleted: fc.integer({ min: 0, max: 9 }).map((digit) => digit === 0),
  company,
  custom_fields: custom,
  created_at: timestamp,
  updated_at: timestamp,
});

/** The score thresholds, independent of the implementation. */
function gradeFor(score: number): string {
  if (score >= 80) return 'A';
  if (score >= 60) return 'B';
  if (score >= 40) return 'C';
  return score >= 20 ? 'D' : 'F';
}

export function randomContacts(count: number, seed: number): ModelContact[] {
  const arbitrary = fc.record({
    fields,
    segmentIds: fc.subarray([...SEGMENT_IDS]),
    campaignIds: fc.subarray([...CAMPAIGN_IDS]),
    lastActivityAt: nullable(timestamp),
  });
  return fc.sample(arbitrary, { numRuns: count, seed }).map(({ fields: created, ...memberships }, index) => ({
    ...memberships,
    contact: {
      ...created,
      id: `ct_${String(index).padStart(6, '0')}`,
      workspace_id: 'ws_1',
      email: `person${index % 7}.${index}@${index % 2 === 0 ? 'example.com' : 'other.example'}`,
      full_name_is_own: true,
      grade: gradeFor(created.lead_score),
      deleted_at: null,
      deletion_reason: null,
      version: 1,
    },
  }));
}
