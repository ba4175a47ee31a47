import { describe, expect, it, jest } from '@jest/globals';
import type { Contact } from '@outreach/contracts-contacts/gen/contacts.ts';
import type { CallContext } from '@outreach/service-kit';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { searched, startContacts, written } from './contacts-harness.ts';
import { createContact, newWorkspace } from './given.ts';

jest.setTimeout(60_000);

const CONCURRENT = 20;
const ADDRESS = 'one@acme.example';
const app = await sharedByTests(startContacts);

interface Walk {
  readonly descending: boolean;
  readonly pageSize: number;
  readonly includeDeleted: boolean;
}

/** Reads all pages of the list by address. `beforePage` runs before each page. */
async function walk(
  ctx: CallContext,
  { descending, pageSize, includeDeleted }: Walk,
  beforePage: () => Promise<unknown> = async () => undefined,
): Promise<Contact[]> {
  const found: Contact[] = [];
  let cursor = '';
  do {
    await beforePage();
    const request = {
      sort: [{ field: 'email', descending }],
      page: { page_size: pageSize, cursor },
      include_deleted: includeDeleted,
    };
    const page = await app.client.searchContacts(ctx, searched(request));
    found.push(...page.contacts);
    cursor = page.meta?.next_cursor ?? '';
  } while (cursor !== '');
  return found;
}

async function deleteContact(ctx: CallContext, id: string): Promise<void> {
  await app.client.deleteContact(ctx, { id, deletion_reason: undefined });
}

/** Creates and deletes contacts of one address. Returns their ids in order. */
async function givenDeleted(ctx: CallContext, email: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await createContact(app, ctx, { email });
    await deleteContact(ctx, id);
    ids.push(id);
  }
  return ids;
}

async function liveIds(ctx: CallContext): Promise<string[]> {
  const found = await app.database
    .collection<{ _id: string }>('contacts')
    .find({ workspace_id: ctx.workspaceId, email: ADDRESS, is_deleted: false })
    .toArray();
  return found.map(({ _id }) => _id);
}

const idsOf = (contacts: readonly Contact[]): string[] => contacts.map(({ id }) => id);
const directions = [false, true].flatMap((descending) =>
  [1, 2, 5, 100].map((pageSize) => ({ descending, pageSize })),
);

describe('the list by address', () => {
  it.each(directions)('has deleted contacts of one address in the order of ids: %j', async (order) => {
    const ctx = newWorkspace();
    const first = await givenDeleted(ctx, 'a@acme.example', 4);
    const { id: restored } = await createContact(app, ctx, { email: 'b@acme.example' });
    await deleteContact(ctx, restored);
    const second = await givenDeleted(ctx, 'b@acme.example', 2);
    await app.client.restoreContact(ctx, { id: restored });
    const { id: last } = await createContact(app, ctx, { email: 'c@acme.example' });
    const ascending = [...first, restored, ...second, last];
    const all = await walk(ctx, { ...order, includeDeleted: true });
    expect(idsOf(all)).toEqual(order.descending ? ascending.toReversed() : ascending);
    const live = await walk(ctx, { ...order, includeDeleted: false });
    expect(idsOf(live)).toEqual(order.descending ? [last, restored] : [restored, last]);
  });

  it.each([
    { descending: false, includeDeleted: false },
    { descending: true, includeDeleted: false },
    { descending: false, includeDeleted: true },
    { descending: true, includeDeleted: true },
  ])('has each contact once and in order while contacts are created: %j', async (order) => {
    const ctx = newWorkspace();
    const emails = Array.from(
      { length: 30 },
      (_, index) => `m${String(index).padStart(2, '0')}@acme.example`,
    );
    const before = await Promise.all(emails.map(async (email) => createContact(app, ctx, { email })));
    await deleteContact(ctx, before[7]?.id ?? '');
    let created = 0;
    const addSome = async (): Promise<unknown> => {
      created += 1;
      const names = [`a${created}`, `m${String(created).padStart(2, '0')}x`, `z${created}`, 'm07'];
      return Promise.all(
        names.map(async (name) => createContact(app, ctx, { email: `${name}@acme.example` })),
      );
    };
    const found = await walk(ctx, { ...order, pageSize: 4 }, addSome);
    expect(new Set(idsOf(found)).size).toBe(found.length);
    const kept = before.filter(({ email }) => order.includeDeleted || email !== emails[7]);
    expect(idsOf(found)).toEqual(expect.arrayContaining(idsOf(kept)));
    const sorted = found.map(({ email }) => email).toSorted();
    expect(found.map(({ email }) => email)).toEqual(order.descending ? sorted.reverse() : sorted);
  });
});

describe('an address', () => {
  it('belongs to one contact after concurrent creates, restores and changes of addresses', async () => {
    const ctx = newWorkspace();
    const gone = await givenDeleted(ctx, ADDRESS, 5);
    const others = await Promise.all(
      gone.map(async (_, index) => createContact(app, ctx, { email: `other${index}@acme.example` })),
    );
    const replies = await Promise.allSettled([
      ...gone.map(async (id) => app.client.restoreContact(ctx, { id })),
      ...others.map(async ({ id }) => app.client.updateContact(ctx, { id, ...written({ email: ADDRESS }) })),
      ...Array.from({ length: CONCURRENT }, async () =>
        app.client.createContact(ctx, written({ email: ADDRESS })),
      ),
    ]);
    const live = await liveIds(ctx);
    expect(live).toHaveLength(1);
    const changed = replies
      .slice(0, gone.length + others.length)
      .flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value.contact?.id] : []));
    expect(live).toEqual(expect.arrayContaining(changed));
    for (const reply of replies.slice(gone.length + others.length))
      expect(reply).toMatchObject({ status: 'fulfilled', value: { contact: { id: live[0] } } });
    for (const reply of replies.filter(({ status }) => status === 'rejected'))
      expect(reply).toMatchObject({ reason: { code: 'conflict' } });
  });

  it('can be deleted, created again and restored any number of times', async () => {
    const ctx = newWorkspace();
    const [first = '', second = ''] = await givenDeleted(ctx, ADDRESS, 3);
    await app.client.restoreContact(ctx, { id: first });
    await expect(app.client.restoreContact(ctx, { id: second })).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'active_duplicate' },
    });
    await deleteContact(ctx, first);
    await app.client.restoreContact(ctx, { id: second });
    expect(await liveIds(ctx)).toEqual([second]);
    const again = await app.client.createContact(ctx, written({ email: ADDRESS }));
    expect(again).toMatchObject({ created: false, contact: { id: second } });
  });

  it('is free after its contact is erased, also beside deleted contacts', async () => {
    const ctx = newWorkspace({ scopes: new Set(['contacts:read', 'contacts:write', 'admin:gdpr']) });
    const [gone = '', kept] = await givenDeleted(ctx, ADDRESS, 2);
    const { id } = await createContact(app, ctx, { email: ADDRESS });
    for (const erased of [gone, id]) await app.client.eraseContact(ctx, { id: erased, suppress: false });
    const all = await walk(ctx, { descending: false, pageSize: 10, includeDeleted: true });
    expect(idsOf(all)).toEqual([kept]);
    const again = await app.client.createContact(ctx, written({ email: ADDRESS }));
    expect(again.created).toBe(true);
  });
});
