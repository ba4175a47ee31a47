import { describe, expect, it } from '@jest/globals';
import { startDnsServer } from '@outreach/testing/dns-server';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { written } from './contacts-harness.ts';
import { createContact, newWorkspace, setRules } from './given.ts';
import { startLoggedContacts } from './outbox-log.ts';
import { addDomains } from './verification-given.ts';

const dns = await sharedByTests(startDnsServer);
addDomains(dns);
const contacts = await sharedByTests(async () =>
  startLoggedContacts({ VERIFICATION_DNS_SERVERS: dns.address }),
);
const { client, log } = contacts;

describe('verifyContact', () => {
  it.each([
    ['maria@google.example', 'valid', 'google'],
    ['maria@microsoft.example', 'valid', 'microsoft'],
    ['maria@own.example', 'valid', 'other'],
    ['maria@address.example', 'valid', 'other'],
    ['sales@google.example', 'risky', 'google'],
    ['maria@mailinator.com', 'risky', 'other'],
    ['maria@null.example', 'invalid', undefined],
    ['maria@empty.example', 'invalid', undefined],
    ['sales@absent.example', 'invalid', undefined],
  ])('stores for %s the status %s and the mail provider %p', async (email, status, provider) => {
    const ctx = newWorkspace();
    const { id } = await createContact(contacts, ctx, { email });
    const { contact } = await client.verifyContact(ctx, { id });
    expect(contact).toMatchObject({ verification_status: status, verified_at: expect.any(Date) });
    expect(contact?.mail_provider).toBe(provider);
    expect((await client.getContact(ctx, { id })).contact).toEqual(contact);
    const events = await log.of(ctx);
    expect(events.map(({ type }) => type)).toEqual(['contact.created', 'contact.verified']);
    expect(events[1]?.data).toMatchObject({
      id,
      verification_status: status,
      mail_provider: provider ?? null,
    });
  });

  it('changes nothing when DNS fails', async () => {
    const ctx = newWorkspace();
    const created = await createContact(contacts, ctx, {
      email: 'maria@broken.example',
      verification_status: 'valid',
    });
    expect((await client.verifyContact(ctx, { id: created.id })).contact).toEqual(created);
    expect((await log.of(ctx)).map(({ type }) => type)).toEqual(['contact.created']);
  });

  it('moves verified_at and emits no event when the status stays', async () => {
    const ctx = newWorkspace();
    const { id } = await createContact(contacts, ctx, { email: 'maria@google.example' });
    const first = (await client.verifyContact(ctx, { id })).contact;
    await log.of(ctx);
    const second = (await client.verifyContact(ctx, { id })).contact;
    expect(Number(second?.verified_at)).toBeGreaterThan(Number(first?.verified_at));
    expect(second).toMatchObject({ verification_status: 'valid', updated_at: second?.verified_at });
    expect(await log.of(ctx)).toEqual([]);
  });

  it('scores the contact again when a rule of the profile uses the result', async () => {
    const ctx = newWorkspace();
    await setRules(contacts, ctx, [{ field: 'mail_provider', op: 'eq', value: 'google', points: 80 }]);
    const { id } = await createContact(contacts, ctx, { email: 'maria@google.example' });
    const { contact } = await client.verifyContact(ctx, { id });
    expect(contact).toMatchObject({ icp_tier: 'A', lead_score: 56 });
    const types = (await log.of(ctx)).map(({ type }) => type);
    expect(types).toEqual(['contact.created', 'contact.verified', 'contact.scored']);
  });

  it('refuses a deleted contact and a contact of another workspace', async () => {
    const ctx = newWorkspace();
    const { id } = await createContact(contacts, ctx, { email: 'maria@google.example' });
    await expect(client.verifyContact(newWorkspace(), { id })).rejects.toMatchObject({ kind: 'not_found' });
    await client.deleteContact(ctx, { id });
    await expect(client.verifyContact(ctx, { id })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'invalid_transition',
    });
  });
});

describe('a new address', () => {
  it('has neither the time nor the mail provider of the previous address', async () => {
    const ctx = newWorkspace();
    const { id } = await createContact(contacts, ctx, { email: 'maria@google.example' });
    await client.verifyContact(ctx, { id });
    const { contact } = await client.updateContact(ctx, { id, ...written({ email: 'maria@own.example' }) });
    expect([contact?.verified_at, contact?.mail_provider]).toEqual([undefined, undefined]);
  });

  it('is unverified, unless the request says otherwise', async () => {
    const ctx = newWorkspace();
    const known = { email: 'wrong@own.example', verification_status: 'invalid' };
    const { id } = await createContact(contacts, ctx, known);
    const change = async (fields: object) =>
      (await client.updateContact(ctx, { id, ...written(fields) })).contact?.verification_status;
    expect(await change({ email: 'wrong@own.example', title: 'CTO' })).toBe('invalid');
    expect(await change({ email: 'right@own.example' })).toBe('unverified');
    expect(await change({ email: 'other@own.example', verification_status: 'valid' })).toBe('valid');
  });
});
