import { describe, expect, it } from '@jest/globals';
import type { TrackingDomain as TrackingDomainMessage } from '@outreach/contracts-campaigns/gen/tracking_domains.ts';
import { TRACKING_DOMAINS_MAX } from '@outreach/contracts-campaigns/tracking-domain';
import type { CallContext } from '@outreach/service-kit';
import { systemContext } from '@outreach/service-kit/system-context';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { newCall, newName, startTrackingDomains, TARGET } from './tracking-domains-harness.ts';

const service = await sharedByTests(startTrackingDomains);
const { client, dns, create, verify, read, verified } = service;

describe('a new tracking domain', () => {
  it('is pending, normalised and listed', async () => {
    const ctx = newCall();
    const created = await create(ctx, ' GO.Müller.example ');
    expect(created).toMatchObject({
      id: expect.stringMatching(/^trk_/),
      domain: 'go.xn--mller-kva.example',
      status: 'pending',
      cname_target: TARGET,
      is_default: false,
    });
    const other = await create(ctx);
    const first = await client.listTrackingDomains(ctx, { page: { page_size: 1, cursor: '' } });
    expect(first.tracking_domains.map(({ id }) => id)).toEqual([other.id]);
    const cursor = first.meta?.next_cursor ?? '';
    const second = await client.listTrackingDomains(ctx, { page: { page_size: 1, cursor } });
    expect(second.tracking_domains).toEqual([created]);
  });

  it.each(['localhost', '192.0.2.1', 'api.outreach.example', TARGET])('is not %s', async (domain) => {
    await expect(create(newCall(), domain)).rejects.toMatchObject({
      kind: 'invalid_argument',
      field: 'domain',
    });
  });

  it('is not one of the workspace already', async () => {
    const ctx = newCall();
    const { domain } = await create(ctx);
    await expect(create(ctx, domain)).rejects.toMatchObject({ details: { reason: 'duplicate_domain' } });
  });

  it('is refused over the limit, also with concurrent requests', async () => {
    const ctx = newCall();
    for (let made = 0; made < TRACKING_DOMAINS_MAX - 2; made += 1) await create(ctx);
    const results = await Promise.allSettled([1, 2, 3, 4].map(async () => create(ctx)));
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    for (const result of refused)
      expect(result).toMatchObject({
        reason: { kind: 'conflict', details: { reason: 'tracking_domain_limit' } },
      });
  });

  it('of another workspace is not found', async () => {
    const { id } = await create(newCall());
    const ctx = newCall();
    const notFound = { kind: 'not_found' };
    await expect(read(ctx, id)).rejects.toMatchObject(notFound);
    await expect(verify(ctx, id)).rejects.toMatchObject(notFound);
    await expect(client.deleteTrackingDomain(ctx, { id })).rejects.toMatchObject(notFound);
    await expect(client.updateTrackingDomain(ctx, { id, is_default: true })).rejects.toMatchObject(notFound);
  });
});

describe('the verification of a tracking domain', () => {
  it.each([
    ['its CNAME record is the target', { cname: 'Track.Outreach.Example' }],
    ['its addresses are those of the target', { a: ['192.0.2.1'] }],
  ])('succeeds if %s', async (_title, records) => {
    const ctx = newCall();
    const { id, domain } = await create(ctx);
    dns.zone.set(domain, records);
    const checked = await verify(ctx, id);
    expect(checked).toMatchObject({ status: 'verified', is_default: true });
    expect(checked.error).toBeUndefined();
    expect(checked.last_checked_at).toBeInstanceOf(Date);
  });

  it.each([
    ['it does not exist', undefined, 'must be track.outreach.example'],
    ['its CNAME record is another name', { cname: 'other.example' }, 'must be track.outreach.example'],
    ['it has a further address', { a: ['192.0.2.1', '192.0.2.2'] }, 'must be track.outreach.example'],
    ['it has a further IPv6 address', { a: ['192.0.2.1'], aaaa: ['2001:db8:0:0:0:0:0:1'] }, 'must be'],
    ['the name servers fail', { failure: 'refuse' as const }, 'no usable answer'],
  ])('fails if %s, and the second time the domain has failed', async (_title, records, error) => {
    const ctx = newCall();
    const { id, domain } = await create(ctx);
    if (records !== undefined) dns.zone.set(domain, records);
    expect(await verify(ctx, id)).toMatchObject({ status: 'pending', error: expect.stringContaining(error) });
    expect(await verify(ctx, id)).toMatchObject({ status: 'failed', is_default: false });
    await eventually(() =>
      expect(service.published.filter(({ aggregate }) => aggregate.id === id)).toMatchObject([
        { type: 'tracking_domain.failed', data: { id, domain, status: 'failed', cname_target: TARGET } },
      ]),
    );
  });

  it('is repeated daily: two failures in a row end it, and a success restores it', async () => {
    const ctx = newCall();
    const { id, domain } = await verified(ctx);
    const checks = service.database.collection<{ _id: string; due_at: Date }>('tracking_domain_checks');
    const now = service.clock.now();
    const planned = await checks.findOne({ _id: id });
    expect(planned?.due_at.getTime()).toBeGreaterThan(now + 23 * 3_600_000);
    const checkNow = async (status: string, isChecked: (found: TrackingDomainMessage) => boolean) => {
      await checks.updateOne({ _id: id }, { $set: { due_at: new Date() } });
      await eventually(async () => {
        const found = await read(ctx, id);
        expect(isChecked(found)).toBe(true);
        expect(found.status).toBe(status);
      });
    };
    dns.zone.set(domain, { failure: 'refuse' });
    await checkNow('verified', ({ error }) => error !== undefined);
    dns.zone.delete(domain);
    await checkNow('failed', ({ status }) => status === 'failed');
    dns.zone.set(domain, { cname: TARGET });
    await checkNow('verified', ({ error }) => error === undefined);
    expect(await read(ctx, id)).toMatchObject({ is_default: true });
    const events = service.published.filter(({ aggregate }) => aggregate.id === id);
    expect(events.map(({ type }) => type)).toEqual(['tracking_domain.failed']);
  });

  it('is refused for a domain that another workspace has verified, and so is its creation', async () => {
    const [first, second] = [newCall(), newCall()];
    const name = newName();
    const late = await create(second, name);
    await verified(first, name);
    const taken = { kind: 'conflict', details: { reason: 'domain_taken' } };
    await expect(verify(second, late.id)).rejects.toMatchObject(taken);
    await expect(create(newCall(), name)).rejects.toMatchObject(taken);
    expect(await read(second, late.id)).toMatchObject({ status: 'pending' });
  });

  it('succeeds in one of several workspaces that verify a domain concurrently', async () => {
    const calls = [newCall(), newCall(), newCall()];
    const name = newName();
    dns.zone.set(name, { cname: TARGET });
    const domains = await Promise.all(calls.map(async (ctx) => ({ ctx, ...(await create(ctx, name)) })));
    const results = await Promise.allSettled(domains.map(async ({ ctx, id }) => verify(ctx, id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ details: { reason: 'domain_taken' } });
  });

  it('is answered to the gateway for every workspace', async () => {
    const { domain } = await verified(newCall());
    const gateway = systemContext({ workspaceId: '', requestId: 'req_1', service: 'gateway' });
    expect(await client.findVerifiedDomain(gateway, { domain })).toEqual({ is_verified: true });
    const { domain: pending } = await create(newCall());
    expect(await client.findVerifiedDomain(gateway, { domain: pending })).toEqual({ is_verified: false });
  });
});

describe('the default tracking domain', () => {
  const defaultsOf = async (ctx: CallContext): Promise<readonly string[]> => {
    const { tracking_domains: domains } = await client.listTrackingDomains(ctx, {
      page: { page_size: 50, cursor: '' },
    });
    return domains.filter(({ is_default }) => is_default).map(({ id }) => id);
  };

  it('is the first verified one, also with concurrent verifications', async () => {
    const ctx = newCall();
    const names = [newName(), newName(), newName()];
    for (const name of names) dns.zone.set(name, { cname: TARGET });
    const created = await Promise.all(names.map(async (name) => create(ctx, name)));
    await Promise.all(created.map(async ({ id }) => verify(ctx, id)));
    expect(await defaultsOf(ctx)).toHaveLength(1);
  });

  it('is replaced by another verified one, and can be none', async () => {
    const ctx = newCall();
    const first = await verified(ctx);
    const second = await verified(ctx);
    expect(second.is_default).toBe(false);
    await client.updateTrackingDomain(ctx, { id: second.id, is_default: true });
    expect(await defaultsOf(ctx)).toEqual([second.id]);
    await client.updateTrackingDomain(ctx, { id: first.id, is_default: false });
    expect(await defaultsOf(ctx)).toEqual([second.id]);
    await client.updateTrackingDomain(ctx, { id: second.id, is_default: false });
    expect(await defaultsOf(ctx)).toEqual([]);
  });

  it('is no domain that is not verified', async () => {
    const ctx = newCall();
    const { id } = await create(ctx);
    await expect(client.updateTrackingDomain(ctx, { id, is_default: true })).rejects.toMatchObject({
      code: 'invalid_transition',
      details: { status: 'pending' },
    });
  });
});
