import { describe, expect, it } from '@jest/globals';
import { emailReplied, inboxMessageReceived } from '@outreach/contracts-campaigns';
import { contactUpdated } from '@outreach/contracts-contacts';
import { erasableId } from './personal-data.ts';

const aggregate = { id: 'agg_1', version: 1 };

describe('the record whose erasure erases an event', () => {
  it.each([
    ['an email', emailReplied.example, emailReplied.example.contact_id],
    ['a message of the inbox', inboxMessageReceived.example, inboxMessageReceived.example.thread.contact.id],
    ['a contact', contactUpdated.example, aggregate.id],
    ['data without a contact', { thread: null }, aggregate.id],
    ['no data', null, aggregate.id],
  ])('of %s is the contact', (_name, data, id) => {
    expect(erasableId({ aggregate, data })).toBe(id);
  });
});
