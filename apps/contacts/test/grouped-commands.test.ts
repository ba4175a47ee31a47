import { beforeAll, describe, expect, it } from '@jest/globals';
import { metrics, type CallContext } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startContacts, written } from './contacts-harness.ts';

const WORKSPACES = ['ws_a', 'ws_b', 'ws_c'] as const;
const CONTACTS_EACH = 12;
const AT_ONCE = WORKSPACES.length * CONTACTS_EACH;

interface Made {
  readonly ctx: CallContext;
  readonly id: string;
}

const contacts = await sharedByTests(startContacts);

beforeAll(async () => {
  // A collection that a group would have to make breaks the first one.
  await contacts.client.createContact(call('ws_a'), written({ email: 'first@example.com' }));
});

const call = (workspaceId: string): CallContext => testCall(workspaceId, { agencyId: `agn_${workspaceId}` });

async function committed(name: string): Promise<number> {
  const found = await metrics.registry.getSingleMetric(name)?.get();
  return found?.values.find(({ labels }) => labels['outcome'] === 'committed')?.value ?? 0;
}

/** How many commands, in how many transactions, `fn` committed in groups. */
async function groupsOf(fn: () => Promise<unknown>): Promise<{ members: number; groups: number }> {
  const before = [await committed('command_group_members_total'), await committed('command_groups_total')];
  await fn();
  const after = [await committed('command_group_members_total'), await committed('command_groups_total')];
  return { members: (after[0] ?? 0) - (before[0] ?? 0), groups: (after[1] ?? 0) - (before[1] ?? 0) };
}

async function createAll(name: string): Promise<Made[]> {
  const wanted = WORKSPACES.flatMap((ws) =>
    Array.from({ length: CONTACTS_EACH }, (_, index) => ({
      ctx: call(ws),
      email: `${name}-${index}@example.com`,
    })),
  );
  return Promise.all(
    wanted.map(async ({ ctx, email }) => {
      const { contact } = await contacts.client.createContact(ctx, written({ email, title: 'CTO' }));
      expect(contact).toMatchObject({ workspace_id: ctx.workspaceId, email });
      return { ctx, id: contact?.id ?? '' };
    }),
  );
}

/** None of them falls back to a transaction of its own, which would show in nothing but the time it takes. */
describe('CreateContact, UpdateContact and ChangeTags', () => {
  it('share transactions when contacts are created concurrently, also within agencies', async () => {
    const { members, groups } = await groupsOf(async () => createAll('created'));
    expect(members).toBe(AT_ONCE);
    expect(groups).toBeLessThan(AT_ONCE / 2);
  });

  it('share transactions when contacts are updated concurrently', async () => {
    const made = await createAll('changed');
    const { members } = await groupsOf(async () =>
      Promise.all(
        made.map(async ({ ctx, id }) =>
          contacts.client.updateContact(ctx, { id, ...written({ title: 'CEO' }) }),
        ),
      ),
    );
    expect(members).toBe(AT_ONCE);
    for (const { ctx, id } of made) {
      const { contact } = await contacts.client.getContact(ctx, { id });
      expect(contact).toMatchObject({ id, title: 'CEO', workspace_id: ctx.workspaceId });
    }
  });

  it('share transactions when tags are changed concurrently', async () => {
    const made = await createAll('tagged');
    const { members } = await groupsOf(async () =>
      Promise.all(
        made.map(async ({ ctx, id }) => contacts.client.changeTags(ctx, { id, add: ['vip'], remove: [] })),
      ),
    );
    expect(members).toBe(AT_ONCE);
  });
});
