import { request } from 'node:http';
import { describe, expect, it, jest } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { MongoClient } from 'mongodb';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const running = await sharedByTests(useSharedStack);
const mongo = await sharedByTests(async () => MongoClient.connect(running.stack.mongodbUri));

/** A domain of a workspace, as if the name servers had confirmed it. */
async function verifiedDomain(): Promise<{ readonly id: string; readonly domain: string }> {
  const domain = `${newId('go').toLowerCase().replace('_', '-')}.shop.test`;
  const created = await running.call('POST', '/api/v1/tracking-domains/', { body: { domain } });
  expect(created).toMatchObject({ status: 201, body: { domain, status: 'pending', cname_target: null } });
  await mongo
    .db('outreach_campaigns')
    .collection<{ _id: string }>('tracking_domains')
    .updateOne({ _id: created.body.id }, { $set: { status: 'verified' } });
  return { id: created.body.id, domain };
}

async function statusAt(host: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(`${running.stack.baseUrl}${path}`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end();
  });
}

async function askFor(domain: string): Promise<number> {
  const port = String(running.stack.ports.metrics.gateway);
  return (await fetch(`http://127.0.0.1:${port}/internal/tls/ask?domain=${domain}`)).status;
}

describe('a tracking domain', () => {
  it('cannot be verified without a host of the operator', async () => {
    const { body } = await running.call('POST', '/api/v1/tracking-domains/', {
      body: { domain: 'go.own.test' },
    });
    const path = `/api/v1/tracking-domains/${body.id}/`;
    const checked = await running.call('POST', `${path}verify/`);
    expect(checked).toMatchObject({ status: 200, body: { status: 'pending', error: expect.any(String) } });
    expect((await running.call('DELETE', path)).status).toBe(204);
    expect((await running.call('GET', path)).status).toBe(404);
    // The audit log of auth lists what this service has recorded.
    await eventually(async () => {
      const { body: log } = await running.call('GET', '/api/v1/audit-log/');
      const own = log.data.filter(({ target }: { target: { id: string } }) => target.id === body.id);
      expect(own.map(({ action }: { action: string }) => action)).toEqual([
        'tracking_domain.deleted',
        'tracking_domain.verified',
        'tracking_domain.created',
      ]);
    });
  });

  it('has only links once it is verified, and gets a certificate', async () => {
    expect(await askFor('go.unknown.test')).toBe(404);
    expect(await statusAt('go.unknown.test', '/healthz')).toBe(200);
    const { id, domain } = await verifiedDomain();
    expect(await askFor(domain)).toBe(200);
    expect(await statusAt(domain, '/healthz')).toBe(404);
    expect(await statusAt(domain, '/api/v1/workspace/')).toBe(404);
    await running.call('DELETE', `/api/v1/tracking-domains/${id}/`);
    expect(await askFor(domain)).toBe(404);
    await eventually(async () => expect(await statusAt(domain, '/healthz')).toBe(200));
  });
});
