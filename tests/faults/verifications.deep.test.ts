import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { startDnsServer } from '@outreach/testing/dns-server';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { request, type Answer } from './src/client.ts';
import { startFaultStack } from './src/fault-stack.ts';
import { watchEvents } from './src/published-events.ts';
import { isLong } from './src/random.ts';

jest.setTimeout(600_000);

const BULKS = isLong ? 20 : 4;
const ROWS = 1_000;
const DEATHS = isLong ? 10 : 2;
const WAIT = { timeoutMs: 300_000, pollMs: 100 };

const dns = await sharedByTests(startDnsServer);
dns.zone.set('mail.example', { mx: ['aspmx.l.google.com'] });
const faults = await sharedByTests(async () =>
  startFaultStack({ workspaceCount: 1, env: { VERIFICATION_DNS_SERVERS: dns.address } }),
);
const verified = await sharedByTests(async () =>
  watchEvents(faults.stack.natsUrl, { type: 'contact.verified', workspaceId: faults.workspaceIds[0] }),
);

async function call(route: string, body?: unknown): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST';
  return request(faults.stack.baseUrl, {
    route: `/api/v1/${route}`,
    method,
    key: faults.keys[0] ?? '',
    body,
  });
}

describe('a verification job', () => {
  it('counts each contact once, with one event each, when the service is killed between its pages', async () => {
    const ids: string[] = [];
    for (let bulk = 0; bulk < BULKS; bulk += 1) {
      const contacts = Array.from({ length: ROWS }, (_, at) => ({
        email: `c${String(bulk)}-${String(at)}@${at % 2 === 0 ? 'mail' : 'absent'}.example`,
      }));
      const { body } = await call('contacts/bulk/', { contacts });
      const results: readonly { contact_id: string }[] = body?.results ?? [];
      ids.push(...results.map(({ contact_id }) => contact_id));
    }
    const contact_ids = ids.slice(0, 10_000);
    const created = await call('verifications/', { contact_ids });
    expect([created.status, created.body?.total]).toEqual([201, contact_ids.length]);
    const route = `verifications/${String(created.body?.id)}/`;
    let processed = 0;
    let deaths = 0;
    for (; deaths < DEATHS && processed < contact_ids.length; deaths += 1) {
      processed = await eventually(async () => {
        const { body } = await call(route);
        expect(body?.processed).toBeGreaterThan(processed);
        return Number(body?.processed);
      }, WAIT);
      faults.stack.kill('contacts', 'SIGKILL');
    }
    const done = await eventually(async () => {
      const { body } = await call(route);
      expect(body?.status).toBe('completed');
      return body;
    }, WAIT);
    const half = contact_ids.length / 2;
    const counts = { valid: half, risky: 0, catch_all: 0, invalid: half, unknown: 0 };
    expect(done).toMatchObject({ total: contact_ids.length, processed: contact_ids.length, counts });
    await eventually(() => expect(verified.idsOf.size).toBe(contact_ids.length), WAIT);
    expect([...verified.idsOf.values()].filter((events) => events.size !== 1)).toEqual([]);
    expect(deaths).toBeGreaterThan(0);
  });
});
