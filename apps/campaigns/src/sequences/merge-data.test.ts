import { describe, expect, it } from '@jest/globals';
import { contactCreated } from '@outreach/contracts-contacts/events';
import { toTemplateData } from './merge-data.ts';

const contact = {
  ...contactCreated.example,
  custom_fields: { plan: 'pro', city: '', seats: null, tags: [] },
};

describe('toTemplateData', () => {
  it('has the contact, its company, its custom fields and the sender', () => {
    const data = toTemplateData({ contact, fallbackValues: {}, sender: { from_name: 'Sam' } });
    expect(data).toMatchObject({
      contact: { email: contact.email },
      company: contact.company,
      custom_fields: { plan: 'pro' },
      sender: { from_name: 'Sam' },
    });
  });

  it('uses the fallback value of a custom field that is empty', () => {
    const fallbackValues = { plan: 'free', city: 'Lisbon', seats: 1, tags: ['x'], colour: 'red' };
    const { custom_fields, contact: own } = toTemplateData({ contact, fallbackValues, sender: undefined });
    const expected = { plan: 'pro', city: 'Lisbon', seats: 1, tags: ['x'], colour: 'red' };
    expect([custom_fields, own]).toEqual([expected, expect.objectContaining({ custom_fields: expected })]);
  });
});
