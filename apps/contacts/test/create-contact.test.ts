import { describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startContacts, written } from './contacts-harness.ts';

const contacts = await sharedByTests(startContacts);

describe('CreateContact', () => {
  it('creates an unscored, unverified contact with the defaults', async () => {
    const request = written({
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Lovelace',
      company_domain: 'example.com',
    });
    const { contact, created } = await contacts.client.createContact(testCall('ws_1'), request);
    expect(created).toBe(true);
    expect(contact).toMatchObject({
      workspace_id: 'ws_1',
      email: 'ada@example.com',
      full_name: 'Ada Lovelace',
      lead_source: 'api',
      lead_score: 0,
      icp_tier: 'D',
      grade: 'F',
      verification_status: 'unverified',
      is_deleted: false,
      tags: [],
      company: { domain: 'example.com', id: expect.stringMatching(/^co_[0-9A-HJKMNP-TV-Z]{26}$/) },
    });
  });

  it('sets lead_source to manual for a user', async () => {
    const ctx = testCall('ws_1', { principal: { type: 'user', id: 'usr_1', role: 'member' } });
    const { contact } = await contacts.client.createContact(ctx, written({ email: 'by-hand@example.com' }));
    expect(contact?.lead_source).toBe('manual');
  });

  it('returns the existing contact with the address unchanged', async () => {
    const first = await contacts.client.createContact(
      testCall('ws_1'),
      written({ email: 'twice@example.com', title: 'CTO' }),
    );
    const second = await contacts.client.createContact(
      testCall('ws_1'),
      written({ email: 'twice@example.com', title: 'CEO' }),
    );
    expect(second).toEqual({ ...first, created: false });
  });

  it('keeps workspaces apart', async () => {
    const here = await contacts.client.createContact(
      testCall('ws_1'),
      written({ email: 'both@example.com' }),
    );
    const there = await contacts.client.createContact(
      testCall('ws_2'),
      written({ email: 'both@example.com' }),
    );
    expect(there.created).toBe(true);
    expect(there.contact?.id).not.toBe(here.contact?.id);
  });

  it('creates one contact for 20 concurrent requests with one address', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, async () =>
        contacts.client.createContact(testCall('ws_1'), written({ email: 'race@example.com' })),
      ),
    );
    expect(new Set(replies.map((reply) => reply.contact?.id)).size).toBe(1);
    expect(replies.filter((reply) => reply.created)).toHaveLength(1);
  });

  it('creates one contact for 20 concurrent requests with one idempotency key', async () => {
    const idempotency = { id: newId('idem'), fingerprint: 'same' };
    const calls = Array.from({ length: 20 }, () => testCall('ws_3', { idempotency }));
    const replies = await Promise.all(
      calls.map(async (ctx) => contacts.client.createContact(ctx, written({ email: 'keyed@example.com' }))),
    );
    expect(replies.every((reply) => reply.created)).toBe(true);
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(calls.filter((ctx) => !ctx.notes.replayed)).toHaveLength(1);
  });

  it('refuses a request without an email', async () => {
    const refused = contacts.client.createContact(testCall('ws_1'), written({ title: 'CEO' }));
    await expect(refused).rejects.toMatchObject({ kind: 'invalid_argument', field: 'email' });
  });

  it('refuses a caller without the scope and names the scope', async () => {
    const ctx = testCall('ws_1', { scopes: new Set(['contacts:read']) });
    const refused = contacts.client.createContact(ctx, written({ email: 'x@example.com' }));
    await expect(refused).rejects.toMatchObject({
      kind: 'permission_denied',
      details: { required_scope: 'contacts:write' },
    });
  });
});
