import { expect, it } from '@jest/globals';
import { emailClicked, emailOpened, emailReplied } from '@outreach/contracts-campaigns/events';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startContacts, written } from './contacts-harness.ts';
import { newWorkspace, WAIT } from './given.ts';
import { createTestContact, type TestContact } from './timeline-events.ts';

const contacts = await sharedByTests(startContacts);

const read = async ({ ctx, id }: TestContact) => contacts.client.getContact(ctx, { id });
const update = async ({ ctx, id }: TestContact, ...change: Parameters<typeof written>) =>
  contacts.client.updateContact(ctx, { id, ...written(...change) });
const stored = async ({ id }: TestContact) =>
  contacts.database.collection<{ _id: string; custom_fields: object }>('contacts').findOne({ _id: id });

it('keeps engagement points that events change beside a change of the contact, when the score stays', async () => {
  const one = await createTestContact(contacts, newWorkspace());
  await contacts.publish(one.about(emailReplied), one.about(emailClicked));
  await one.timeline(2);
  const before = await read(one);
  expect(before.score_breakdown?.engagement).toBe(55);
  const open = async (): Promise<void> => {
    await contacts.publish(one.about(emailOpened));
    await one.timeline(3);
    expect(await read(one)).toEqual({
      ...before,
      score_breakdown: { ...before.score_breakdown, engagement: 58 },
    });
  };
  await contacts.beforeChange(open, async () => update(one, { title: 'CTO' }));
  const after = await read(one);
  expect([after.contact?.title, after.score_breakdown?.engagement]).toEqual(['CTO', 58]);
});

it('keeps the choice of a full name that equals the derived one beside a change of the first name', async () => {
  const one = await createTestContact(contacts, newWorkspace(), { first_name: 'Grace', last_name: 'Hopper' });
  const choose = async (): Promise<void> => {
    await update(one, { full_name: 'Grace Hopper' });
  };
  await contacts.beforeChange(choose, async () => update(one, { first_name: 'G.' }));
  expect((await read(one)).contact).toMatchObject({ first_name: 'G.', full_name: 'Grace Hopper' });
});

it('keeps the value of a deleted custom field away beside a change of the contact', async () => {
  const ctx = newWorkspace();
  const input = { name: 'note', field_type: 'string', options: [], fallback_value: undefined };
  const id = (await contacts.client.createCustomField(ctx, { input })).custom_field?.id ?? '';
  const one = await createTestContact(contacts, ctx, { custom_fields: { note: 'private' } });
  expect((await stored(one))?.custom_fields).toEqual({ [id]: 'private' });
  const remove = async (): Promise<void> => {
    await contacts.client.deleteCustomField(ctx, { id });
    await eventually(async () => expect((await stored(one))?.custom_fields).toEqual({}), WAIT);
  };
  await contacts.beforeChange(remove, async () => update(one, { title: 'CTO' }));
  expect(await stored(one)).toMatchObject({ title: 'CTO', custom_fields: {} });
  expect(JSON.stringify(await stored(one))).not.toContain('private');
});
