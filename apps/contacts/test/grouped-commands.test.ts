import { beforeAll, describe, expect, it } from '@jest/globals';
import type { CallContext } from '@outreach/service-kit';
import { metrics } from '@outreach/service-kit/metrics';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startContacts, written } from './contacts-harness.ts';

const WORKSPACES = ['ws_a', 'ws_b', 'ws_c'] as const;
const CONTACTS_EACH = 12;
const CONCURRENT = WORKSPACES.length * CONTACTS_EACH;

interface CreatedContact {
  readonly ctx: CallContext;
  readonly id: string;
}

const contacts = await sharedByTests(startContacts);

beforeAll(async () => {
  // A group that has to create a collection fails, so the collections are created before.
  await contacts.client.createContact(call('ws_a'), written({ email: 'first@example.com' }));
});

const call = (workspaceId: string): CallContext => testCall(workspaceId, { agencyId: `agn_${workspaceId}` });

async function committed(name: string): Promise<number> {
  const found = await metrics.registry.getSingleMetric(name)?.get();
  return found?.values.find(({ labels }) => labels['outcome'] === 'committed')?.value ?? 0;
}

/** The number of commands that `fn` committed in groups, and the number of groups. */
async function groupsOf(fn: () => Promise<unknown>): Promise<{ commands: number; groups: number }> {
  const before = [await committed('command_group_members_total'), await committed('command_groups_total')];
  await fn();
  const after = [await committed('command_group_members_total'), await committed('command_groups_total')];
  return { commands: (after[0] ?? 0) - (before[0] ?? 0), groups: (after[1] ?? 0) - (before[1] ?? 0) };
}

async function createAll(name: string): Promise<CreatedContact[]> {
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

/** A command that falls back to its own transaction gives the same reply, so the tests count grouped commands. */
describe('CreateContact, UpdateContact and ChangeTags', () => {
  it('share transactions when contacts are created concurrently, also within agencies', async () => {
    const { commands, groups } = await groupsOf(async () => createAll('created'));
    expect(commands).toBe(CONCURRENT);
    expect(groups).toBeLessThan(CONCURRENT / 2);
  });

  it('share transactions when contacts are updated concurrently', async () => {
    const created = await createAll('changed');
    const { commands } = await groupsOf(async () =>
      Promise.all(
        created.map(async ({ ctx, id }) =>
          contacts.client.updateContact(ctx, { id, ...written({ title: 'CEO' }) }),
        ),
      ),
    );
    expect(commands).toBe(CONCURRENT);
    for (const { ctx, id } of created) {
      const { contact } = await contacts.client.getContact(ctx, { id });
      expect(contact).toMatchObject({ id, title: 'CEO', workspace_id: ctx.workspaceId });
    }
  });

  it('share transactions when tags are changed concurrently', async () => {
    const created = await createAll('tagged');
    const { commands } = await groupsOf(async () =>
      Promise.all(
        created.map(async ({ ctx, id }) => contacts.client.changeTags(ctx, { id, add: ['vip'], remove: [] })),
      ),
    );
    expect(commands).toBe(CONCURRENT);
  });
});
