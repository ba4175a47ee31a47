import { describe, expect, it } from '@jest/globals';
import type { CallContext } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { newSendingWorkspace } from './sending-harness.ts';
import { BLOCKLIST_ZONE, newCall, startTrackingDomains } from './tracking-domains-harness.ts';

const sink = await sharedByTests(async () => startMailSink());
const service = await sharedByTests(startTrackingDomains);
const { client, dns, create, verify, read, verified } = service;

async function createAccount(ctx: CallContext, fields: { email: string; tracking_domain_id?: string }) {
  const smtp = { host: 'smtp.shop.test', port: 587, security: 'starttls' };
  const input = { ...fields, smtp, imap: undefined, warmup: undefined, oauth: undefined };
  const mask = [...Object.keys(fields), 'smtp.host', 'smtp.port', 'smtp.security'];
  const { account } = await client.createSendingAccount(ctx, { input, mask });
  if (account === undefined) throw new Error('The reply has no account.');
  return account;
}

describe('the tracking domain of a sending account', () => {
  it('must be one of the workspace', async () => {
    const foreign = await create(newCall());
    const fields = { email: 'sales@shop.test', tracking_domain_id: foreign.id };
    await expect(createAccount(newCall(), fields)).rejects.toMatchObject({
      kind: 'invalid_argument',
      field: 'tracking_domain_id',
    });
  });

  it('is lost with the domain, and can be cleared', async () => {
    const ctx = newCall();
    const domain = await create(ctx);
    const account = await createAccount(ctx, { email: 'sales@shop.test', tracking_domain_id: domain.id });
    const other = await createAccount(ctx, { email: 'info@shop.test', tracking_domain_id: domain.id });
    expect(account.tracking_domain_id).toBe(domain.id);
    const cleared = await client.updateSendingAccount(ctx, {
      id: other.id,
      input: { smtp: undefined, imap: undefined, warmup: undefined, oauth: undefined },
      mask: ['tracking_domain_id'],
    });
    expect(cleared.account?.tracking_domain_id).toBeUndefined();
    await client.deleteTrackingDomain(ctx, { id: domain.id });
    const after = await client.getSendingAccount(ctx, { id: account.id });
    expect(after.account?.tracking_domain_id).toBeUndefined();
    await expect(read(ctx, domain.id)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('is the host of the links of an email, until it has failed', async () => {
    const campaign = { open_tracking_enabled: true, link_tracking_enabled: true };
    const steps = [{ body_html: '<a href="https://example.com">x</a>' }];
    const workspace = await newSendingWorkspace(service, { sink, campaign, steps });
    const ctx = newCall(workspace.workspaceId);
    const { id, domain } = await verified(ctx);
    const hostsOfNext = async (): Promise<ReadonlySet<string>> => {
      const { email } = await workspace.planNew();
      return eventually(
        () => {
          const source = sink.received.find(({ to }) => to.includes(email))?.source ?? '';
          const text = source.replaceAll('=\r\n', '').replaceAll('\r\n ', '');
          const hosts = [...text.matchAll(/https:\/\/([\w.-]+)\/[tu]\//g)].map(([, host = '']) => host);
          expect(hosts.length).toBeGreaterThanOrEqual(3);
          return new Set(hosts);
        },
        { timeoutMs: 25_000 },
      );
    };
    expect(await hostsOfNext()).toEqual(new Set([domain]));
    dns.zone.delete(domain);
    await verify(ctx, id);
    await verify(ctx, id);
    expect(await hostsOfNext()).toEqual(new Set(['api.outreach.example']));
  });

  it('is looked up in the blocklists', async () => {
    const workspace = await newSendingWorkspace(service, { sink, campaign: { status: 'draft' } });
    const ctx = newCall(workspace.workspaceId);
    const { domain } = await verified(ctx);
    const registrable = domain.replace('go.', '');
    dns.zone.set(`${registrable}.${BLOCKLIST_ZONE}`, { a: ['127.0.0.2'] });
    await service.database
      .collection<{ _id: string }>('campaigns')
      .updateOne({ _id: workspace.campaign.id }, { $set: { campaign_type: 'cold_outreach' } });
    const gate = await client.checkGate(ctx, { campaign_id: workspace.campaign.id });
    expect(gate.blocking_reasons).toContainEqual(
      expect.objectContaining({ reason: 'domain_blocklisted', domain: registrable, zone: BLOCKLIST_ZONE }),
    );
  });
});
