import { describe, expect, it } from '@jest/globals';
import { ContactUpdateBody, toContactInput } from './contact-input.ts';

const read = (body: unknown) => toContactInput(ContactUpdateBody.parse(body));

describe('toContactInput', () => {
  it('names exactly the fields of the body in the mask', () => {
    const { input, mask } = read({
      title: 'CEO',
      phone: null,
      company: { name: 'X', industry: null, id: 'co_1' },
      id: 'ct_1',
    });
    expect(mask).toEqual(['title', 'phone', 'company.name', 'company.industry']);
    expect(input).toMatchObject({
      title: 'CEO',
      phone: undefined,
      company: { name: 'X', industry: undefined },
    });
  });

  it('returns an empty mask for a body without writable fields', () => {
    expect(read({})).toEqual({ input: { company: undefined, custom_fields: undefined, tags: [] }, mask: [] });
    expect(read({ company: {}, lead_score: 99, is_deleted: true, workspace_id: 'ws_other' }).mask).toEqual(
      [],
    );
  });

  it('keeps custom fields as a whole, with null for a removed key', () => {
    const { input, mask } = read({ custom_fields: { plan: 'pro', seats: null } });
    expect([input.custom_fields, mask]).toEqual([{ plan: 'pro', seats: null }, ['custom_fields']]);
  });

  it.each([
    [{ first_name: 'x'.repeat(121) }],
    [{ full_name: 'x'.repeat(242) }],
    [{ city: 'x'.repeat(201) }],
    [{ seniority: 'king' }],
    [{ verification_status: null }],
    [{ linkedin_url: 'linkedin' }],
    [{ company: { employee_count: -1 } }],
    [{ company_domain: 'not a domain' }],
    [{ custom_fields: { a: 'x'.repeat(4_097) } }],
    [
      {
        custom_fields: Object.fromEntries(
          Array.from({ length: 9 }, (_, index) => [`f${index}`, 'x'.repeat(4_000)]),
        ),
      },
    ],
    [{ custom_fields: [] }],
  ])('refuses %j', (body) => {
    expect(ContactUpdateBody.safeParse(body).success).toBe(false);
  });
});
