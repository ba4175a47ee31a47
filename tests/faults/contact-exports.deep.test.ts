import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { request, type Answer } from './src/client.ts';
import { startFaultStack } from './src/fault-stack.ts';
import { isLong } from './src/random.ts';

jest.setTimeout(600_000);

const BULKS = isLong ? 100 : 15;
const ROWS = 1_000;
const WAIT = { timeoutMs: 300_000, pollMs: 20 };

const faults = await sharedByTests(async () => startFaultStack({ workspaceCount: 1 }));

async function call(route: string, body?: unknown): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST';
  return request(faults.stack.baseUrl, {
    route: `/api/v1/${route}`,
    method,
    key: faults.keys[0] ?? '',
    body,
  });
}

describe('an export of contacts', () => {
  it('has each contact once when the service is killed while it writes the file', async () => {
    const ids: string[] = [];
    for (let bulk = 0; bulk < BULKS; bulk += 1) {
      const contacts = Array.from({ length: ROWS }, (_, at) => ({
        email: `c${String(bulk)}-${String(at)}@example.com`,
      }));
      const { body } = await call('contacts/bulk/', { contacts });
      const results: readonly { contact_id: string }[] = body?.results ?? [];
      ids.push(...results.map(({ contact_id }) => contact_id));
    }
    const started = await call('contacts/export/', { format: 'jsonl' });
    const route = `exports/${String(started.body?.job_id)}/`;
    await eventually(async () => {
      const { body } = await call(route);
      expect(Number(body?.progress)).toBeGreaterThan(0);
      expect(body?.status).toBe('processing');
    }, WAIT);
    faults.stack.kill('contacts', 'SIGKILL');
    const done = await eventually(async () => {
      const { body } = await call(route);
      expect(body?.status).toBe('completed');
      return body;
    }, WAIT);
    const file = await fetch(String(done?.download_url));
    const lines = (await file.text()).trimEnd().split('\n');
    const exported = lines.map((line) => String(JSON.parse(line).id));
    expect([done?.row_count, exported.toSorted()]).toEqual([ids.length, ids.toSorted()]);
  });
});
