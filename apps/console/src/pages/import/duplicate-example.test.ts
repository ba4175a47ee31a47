import { describe, expect, it } from '@jest/globals';
import type { Contact } from '../../data/contacts.ts';
import { exampleOf, rowsByEmail } from './duplicate-example.ts';

const company = { id: null, domain: 'example.com', industry: null, employee_count: null, revenue_band: null };
const contact: Contact = {
  id: 'con_1',
  workspace_id: 'wsp_1',
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: null,
  full_name: 'Ada',
  title: null,
  seniority: null,
  department: null,
  phone: null,
  mobile: null,
  linkedin_url: null,
  city: null,
  state: null,
  country: null,
  time_zone: null,
  lead_source: 'api',
  lead_score: 0,
  icp_tier: null,
  grade: 'F',
  tags: ['demo', 'new'],
  verification_status: 'valid',
  verified_at: null,
  mail_provider: null,
  is_enriched: false,
  is_deleted: false,
  company: { ...company, name: null },
  custom_fields: { plan: 7 },
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};
const targets = ['email', 'first_name', 'company.name', 'custom_fields.plan', 'ignore', 'last_name'];
const row = ['Ada@example.com', ' Augusta ', 'Engines', '8', 'note', ''];

describe('exampleOf', () => {
  it.each([
    ['update', ['Augusta', 'Engines', '8']],
    ['skip', ['Ada', '', '7']],
    ['fill_empty', ['Ada', 'Engines', '7']],
  ] as const)('shows for %s the values %j', (behavior, results) => {
    const example = exampleOf(contact, { targets, row }, behavior);
    expect(example.map(({ target }) => target)).toEqual(['first_name', 'company.name', 'custom_fields.plan']);
    expect(example.map(({ result }) => result)).toEqual(results);
  });

  it('reads lists, and the domain of the company for its column', () => {
    const given = { targets: ['tags', 'company_domain'], row: ['x', 'y'] };
    expect(exampleOf(contact, given, 'skip').map(({ stored }) => stored)).toEqual([
      'demo, new',
      'example.com',
    ]);
  });
});

describe('rowsByEmail', () => {
  it('finds the rows that have an address', () => {
    const rows = [row, ['none'], []];
    expect([...rowsByEmail(rows, targets)]).toEqual([['ada@example.com', row]]);
  });
});
