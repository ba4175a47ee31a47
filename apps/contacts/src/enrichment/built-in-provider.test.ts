import { DEPARTMENTS, SENIORITIES } from '@outreach/contracts-contacts';
import { describe, expect, it } from '@jest/globals';
import { testCall } from '@outreach/testing';
import { blankContact, type Contact } from '../contact-model/index.ts';
import { builtInProvider } from './built-in-provider.ts';
import { checkValues, type EnrichmentValues } from './check-values.ts';
import { fillContact } from './fill-contact.ts';
import { findTimeZone } from './find-time-zone.ts';

const ports = { newId: (prefix: string) => `${prefix}_1`, clock: { now: () => 0 } };

function contact(fields: Partial<Contact> = {}): Contact {
  return { ...blankContact(ports, testCall('ws_1'), 'maria@kestrel.example'), ...fields };
}

async function enriched(fields: Partial<Contact>): Promise<Contact> {
  const before = contact(fields);
  const values = checkValues(await builtInProvider.enrich(before, new AbortController().signal));
  return fillContact(before, values);
}

describe('findTimeZone', () => {
  it.each([
    ['Switzerland', null, 'Europe/Zurich'],
    ['Schweiz', null, 'Europe/Zurich'],
    ['ch', null, 'Europe/Zurich'],
    ['DEU', null, 'Europe/Berlin'],
    ['España', null, 'Europe/Madrid'],
    ['U.K.', null, 'Europe/London'],
    ['India', null, 'Asia/Kolkata'],
    ['Japan', 'anything', 'Asia/Tokyo'],
    ['USA', 'CA', 'America/Los_Angeles'],
    ['United States', 'new york', 'America/New_York'],
    ['us', 'Texas', 'America/Chicago'],
    ['Canada', 'Québec', 'America/Toronto'],
    ['Australia', 'Queensland', 'Australia/Brisbane'],
    ['United States', null, undefined],
    ['Atlantis', null, undefined],
    ['', null, undefined],
  ])('returns for country %p and state %p the zone %p', (country, state, zone) =>
    expect(findTimeZone(country, state)).toBe(zone),
  );
});

describe('builtInProvider', () => {
  it('fills seniority, department, time zone and company domain from title, country and address', async () => {
    const found = await enriched({ title: 'VP Sales', country: 'Germany' });
    expect(found).toMatchObject({ seniority: 'vp', department: 'sales', time_zone: 'Europe/Berlin' });
    expect(found.company).toMatchObject({
      id: expect.stringMatching(/^co_/),
      domain: 'kestrel.example',
      name: null,
    });
  });

  it.each(['gmail.com', 'googlemail.com', 'gmx.de', 'outlook.com', 'bluewin.ch', 'qq.com'])(
    'derives no company from a free mail address at %s',
    async (domain) => expect((await enriched({ email: `a@${domain}` })).company.domain).toBeNull(),
  );

  it('keeps existing values', async () => {
    const company = { ...contact().company, domain: 'other.example', name: 'Other' };
    const own = { title: 'VP Sales', seniority: 'manager', department: 'legal', time_zone: 'UTC', company };
    const before = { ...own, country: 'Germany' };
    expect(await enriched(before)).toMatchObject({
      ...own,
      company: { name: 'Other', domain: company.domain },
    });
  });

  it('returns only values of the enumerations', async () => {
    const titles = [
      'Founder',
      'Owner',
      'CEO',
      'Partner',
      'VP',
      'Head of IT',
      'Director',
      'Team lead',
      'Senior nurse',
    ];
    for (const title of [...titles, 'Junior lawyer', 'Intern']) {
      const { seniority, department } = await enriched({ title });
      expect(SENIORITIES).toContain(seniority);
      expect([null, ...DEPARTMENTS]).toContain(department);
    }
  });
});

describe('checkValues and fillContact', () => {
  const rows: readonly (readonly [string, unknown, Partial<EnrichmentValues>])[] = [
    ['nothing', undefined, {}],
    ['a list', ['VP'], {}],
    ['values', { title: ' VP ', company: { name: 'Kestrel', employee_count: 20 } }, { title: 'VP' }],
    [
      'enumerations in other words',
      { seniority: 'C-Suite', department: 'Human Resources' },
      { seniority: 'c_suite', department: 'human_resources' },
    ],
    ['unknown enumerations', { seniority: 'boss', department: 'magic' }, { department: 'other' }],
    ['values over their bounds', { title: 'x'.repeat(201), city: 'Bern' }, { city: 'Bern' }],
    ['values of another type', { title: { $gt: '' }, phone: 7, city: 'Bern' }, { city: 'Bern' }],
    ['characters that cannot be stored', { title: 'a\0b', city: '\ud800', state: 'ZH' }, { state: 'ZH' }],
    ['an unknown time zone', { time_zone: 'Mars/Olympus', linkedin_url: 'javascript:alert(1)' }, {}],
    [
      'fields that a provider must not write',
      { email: 'x@y.example', tags: ['a'], lead_score: 99, id: 'ct_2' },
      {},
    ],
  ];

  it.each(rows)('keep only valid values of %s', (_name, answer, expected) => {
    const { company, ...texts } = checkValues(answer);
    expect(texts).toEqual(expected);
  });

  it('check the fields of a company one by one', () => {
    const company = {
      name: 'Kestrel',
      domain: 'KESTREL.example',
      industry: 7,
      employee_count: -1,
      id: 'co_1',
    };
    expect(checkValues({ company }).company).toEqual({ name: 'Kestrel', domain: 'kestrel.example' });
  });

  it('ignore company values of another company than the contact has', () => {
    const company = { ...contact().company, domain: 'kestrel.example' };
    const values = checkValues({ company: { domain: 'other.example', name: 'Other' }, title: 'VP' });
    const filled = fillContact(contact({ company }), values);
    expect(filled).toMatchObject({ title: 'VP', company: { domain: 'kestrel.example', name: null } });
  });

  it('derive the full name from first and last name if there are any', () => {
    const values = checkValues({ first_name: 'Maria', last_name: 'Keller', full_name: 'Dr Maria Keller' });
    expect(fillContact(contact(), values)).toMatchObject({
      full_name: 'Maria Keller',
      full_name_is_own: false,
    });
    const alone = fillContact(contact(), checkValues({ full_name: 'Dr Keller' }));
    expect(alone).toMatchObject({ full_name: 'Dr Keller', full_name_is_own: true });
  });
});
