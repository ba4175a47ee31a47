import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const running = await sharedByTests(useSharedStack);
const WAIT = { timeoutMs: 60_000, pollMs: 250 };

const post = async (route: string, body: object, key?: string) =>
  running.call('POST', `/api/v1/${route}`, {
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
const get = async (route: string) => running.call('GET', `/api/v1/${route}`);

describe('an export of contacts', () => {
  it('is one job for one Idempotency-Key, is downloaded without a credential, and is in the audit log', async () => {
    await post('contacts/', { email: 'exported@example.com', tags: ['exported'] });
    const filters = [{ field: 'has_tag', op: 'eq', value: 'exported' }];
    const started = await post('contacts/export/', { filters, format: 'csv' }, 'export-1');
    const { job_id: id } = started.body;
    expect([started.status, started.body]).toEqual([
      201,
      { job_id: expect.stringMatching(/^exp_/), status: 'queued', poll_url: `/api/v1/exports/${id}/` },
    ]);
    const job = await eventually(async () => {
      const { body } = await get(`exports/${id}/`);
      expect(body).toMatchObject({ id, type: 'contacts', status: 'completed', row_count: 1 });
      return body;
    }, WAIT);
    const repeated = await post('contacts/export/', { filters, format: 'csv' }, 'export-1');
    expect(repeated.body.job_id).toBe(id);
    const file = await fetch(job.download_url);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(await file.text()).toMatch(/^id,workspace_id,email,.*\nct_\w+,ws_\w+,exported@example\.com,.*\n$/);
    await eventually(async () => {
      const { body } = await get('audit-log/');
      expect(body.data.map(({ target }: { target: object }) => target)).toContainEqual({
        type: 'export',
        id,
      });
    }, WAIT);
  });

  it('requires a scope that reads contacts', async () => {
    const { job_id: id } = (await post('contacts/export/', {})).body;
    const created = await post('api-keys/', { name: 'sends only', scopes: ['campaigns:read'] });
    const { key } = created.body;
    const refused = await running.call('GET', `/api/v1/exports/${id}/`, { key });
    expect([refused.status, refused.body.error.required_scope]).toEqual([403, 'contacts:read']);
    const unknown = await running.call('GET', '/api/v1/exports/exp_01J9Z3K8Q4N5R6S7T8V9W0X1Y2/', { key });
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'not_found']);
  });
});
