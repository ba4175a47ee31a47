import { describe, expect, it } from '@jest/globals';
import type { Client, ClientInput } from '@outreach/contracts-contacts/gen/clients.ts';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startContacts } from './contacts-harness.ts';

const contacts = await sharedByTests(startContacts);

const ctx = (workspaceId = 'ws_1') => testCall(workspaceId, { agencyId: 'agn_1' });
const inputOf = (input: Partial<ClientInput>): ClientInput => ({
  status: '',
  ...input,
});

async function make(name: string, call = ctx()): Promise<Client> {
  const { client } = await contacts.client.createClient(call, {
    input: inputOf({ name, domain: 'example.com' }),
  });
  if (client === undefined) throw new Error('no client');
  return client;
}

describe('a client', () => {
  it('is active when it is created and is returned as it was created', async () => {
    const created = await make('First');
    expect(created).toMatchObject({ name: 'First', domain: 'example.com', status: 'active' });
    expect(created.id).toMatch(/^cli_/);
    expect(await contacts.client.getClient(ctx(), { id: created.id })).toEqual({ client: created });
  });

  it('changes the fields of the mask and clears a field without a value', async () => {
    const { id } = await make('Second');
    const { client } = await contacts.client.updateClient(ctx(), {
      id,
      input: inputOf({ status: 'archived' }),
      mask: ['status', 'domain'],
    });
    expect(client).toMatchObject({ name: 'Second', status: 'archived' });
    expect(client?.domain).toBeUndefined();
    expect(await contacts.client.getClient(ctx(), { id })).toEqual({ client });
  });

  it('is not found after its deletion', async () => {
    const { id } = await make('Third');
    await contacts.client.deleteClient(ctx(), { id });
    for (const again of [contacts.client.getClient, contacts.client.deleteClient])
      await expect(again(ctx(), { id })).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('belongs to its workspace alone, also within the agency', async () => {
    const { id } = await make('Fourth');
    await expect(contacts.client.getClient(ctx('ws_2'), { id })).rejects.toMatchObject({ kind: 'not_found' });
    expect((await contacts.client.listClients(ctx('ws_2'), { page: undefined })).clients).toEqual([]);
  });

  it('requires a name', async () => {
    const refused = contacts.client.createClient(ctx(), { input: inputOf({}) });
    await expect(refused).rejects.toMatchObject({ kind: 'invalid_argument', field: 'name' });
  });
});

describe('clients', () => {
  it('are listed newest first, in pages', async () => {
    const call = ctx('ws_pages');
    const names = ['1', '2', '3'];
    for (const name of names) await make(name, call);
    const first = await contacts.client.listClients(call, { page: { page_size: 2, cursor: '' } });
    const cursor = first.meta?.next_cursor ?? '';
    const second = await contacts.client.listClients(call, { page: { page_size: 2, cursor } });
    expect([...first.clients, ...second.clients].map(({ name }) => name)).toEqual(names.toReversed());
    expect([first.meta?.has_more, second.meta?.has_more]).toEqual([true, false]);
  });

  it('are refused outside an agency by every method', async () => {
    const { id } = await make('Fifth');
    const call = testCall('ws_1');
    const input = inputOf({ name: 'x' });
    const { client } = contacts;
    const attempts = [
      client.createClient(call, { input }),
      client.getClient(call, { id }),
      client.listClients(call, { page: undefined }),
      client.updateClient(call, { id, input, mask: ['name'] }),
      client.deleteClient(call, { id }),
    ];
    for (const attempt of await Promise.allSettled(attempts))
      expect(attempt).toMatchObject({ status: 'rejected', reason: { kind: 'permission_denied' } });
    expect((await client.getClient(ctx(), { id })).client?.name).toBe('Fifth');
  });

  it('are written by administrators and read by every caller who can read contacts', async () => {
    const { id } = await make('Sixth');
    const reader = { ...ctx(), scopes: new Set(['contacts:read', 'contacts:write']) };
    expect((await contacts.client.getClient(reader, { id })).client?.name).toBe('Sixth');
    await expect(contacts.client.deleteClient(reader, { id })).rejects.toMatchObject({
      kind: 'permission_denied',
      details: { required_scope: 'admin:keys' },
    });
  });
});
