import { describe, expect, it } from '@jest/globals';
import type { CallContext } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startContacts, written } from './contacts-harness.ts';
import { createContact } from './given.ts';

const REFUSED = { code: 'conflict', field: 'email', details: { reason: 'assigned_to_other_client' } };
const PARALLEL_CLIENTS = 10;
const contacts = await sharedByTests(startContacts);

const client = (workspaceId: string, agencyId = 'agn_1'): CallContext => testCall(workspaceId, { agencyId });

async function create(email: string, ctx: CallContext): Promise<string> {
  return (await createContact(contacts, ctx, { email })).id;
}

describe('an address within an agency', () => {
  it('belongs to the first client that creates it, and the refusal does not name the client', async () => {
    const first = await create('first@example.com', client('ws_a'));
    const refused = await create('first@example.com', client('ws_b')).catch((err: unknown) => err);
    expect(refused).toMatchObject(REFUSED);
    expect(JSON.stringify(refused)).not.toContain('ws_a');
    expect(JSON.stringify(refused)).not.toContain(first);
  });

  it('is returned unchanged to its client when it is created again', async () => {
    const first = await create('again@example.com', client('ws_a'));
    expect(await create('again@example.com', client('ws_a'))).toBe(first);
  });

  it('is free for other agencies and for workspaces outside an agency', async () => {
    await create('free@example.com', client('ws_a'));
    expect(await create('free@example.com', client('ws_c', 'agn_2'))).toMatch(/^ct_/);
    expect(await create('free@example.com', client('ws_d', ''))).toMatch(/^ct_/);
  });

  it('goes to exactly one of many clients that create it concurrently', async () => {
    const attempts = Array.from({ length: PARALLEL_CLIENTS }, async (_, index) =>
      create('race@example.com', client(`ws_race_${String(index)}`)).catch((err: unknown) => err),
    );
    const outcomes = await Promise.all(attempts);
    expect(outcomes.filter((outcome) => typeof outcome === 'string')).toHaveLength(1);
    for (const refused of outcomes.filter((outcome) => typeof outcome !== 'string')) {
      expect(refused).toMatchObject(REFUSED);
    }
  });

  it('is not taken by a row that is refused', async () => {
    const field = { name: 'plan', field_type: 'string', options: [], fallback_value: undefined };
    for (const workspaceId of ['ws_a', 'ws_b'])
      await contacts.client.createCustomField(client(workspaceId), { input: field });
    const bulk = async (workspaceId: string) => {
      const rows = [
        written({ email: 'refused@example.com', custom_fields: { plan: 5 } }),
        written({ email: 'row@example.com' }),
      ];
      const request = { rows, dedup_behavior: 'update' as const };
      const { outcomes } = await contacts.client.bulkUpsertContacts(client(workspaceId), request);
      return outcomes.map(({ status }) => status);
    };
    expect(await bulk('ws_a')).toEqual(['failed', 'created']);
    expect(await bulk('ws_b')).toEqual(['failed', 'conflict']);
    expect(await create('refused@example.com', client('ws_b'))).toMatch(/^ct_/);
  });

  it('is free after a soft delete', async () => {
    const id = await create('deleted@example.com', client('ws_a'));
    await contacts.client.deleteContact(client('ws_a'), { id, deletion_reason: undefined });
    expect(await create('deleted@example.com', client('ws_b'))).toMatch(/^ct_/);
  });

  it('is checked, moved and released by a change of address', async () => {
    await create('theirs@example.com', client('ws_b'));
    const id = await create('old@example.com', client('ws_a'));
    const change = async (email: string) =>
      contacts.client.updateContact(client('ws_a'), { id, ...written({ email }) });
    await expect(change('theirs@example.com')).rejects.toMatchObject(REFUSED);
    await change('new@example.com');
    await expect(create('new@example.com', client('ws_b'))).rejects.toMatchObject(REFUSED);
    expect(await create('old@example.com', client('ws_b'))).toMatch(/^ct_/);
  });
});
