import { describe, expect, it, jest } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const running = await sharedByTests(useSharedStack);

describe('an Idempotency-Key', () => {
  it('that was used for a path of one service returns 422 for a path of another service', async () => {
    const headers = { 'idempotency-key': 'two-services' };
    const body = { name: 'Two services', email: 'two-services@isolation.example' };
    const contact = await running.call('POST', '/api/v1/contacts/', { body, headers });
    expect(contact.status).toBe(201);
    const sequence = await running.call('POST', '/api/v1/sequences/', { body, headers });
    expect(sequence).toMatchObject({ status: 422, body: { error: { code: 'idempotency_key_reused' } } });
    const again = await running.call('POST', '/api/v1/contacts/', { body, headers });
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      contact.body,
      'true',
    ]);
  });

  it('that failed validation is new for every path', async () => {
    const headers = { 'idempotency-key': 'not-valid' };
    expect((await running.call('POST', '/api/v1/contacts/', { body: {}, headers })).status).toBe(400);
    const body = { name: 'After a wrong body' };
    expect((await running.call('POST', '/api/v1/sequences/', { body, headers })).status).toBe(201);
  });

  it('returns a stored refusal with Idempotent-Replayed', async () => {
    const path = '/api/v1/contacts/ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y2/restore/';
    const headers = { 'idempotency-key': 'refused' };
    const first = await running.call('POST', path, { headers });
    const second = await running.call('POST', path, { headers });
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([404, null]);
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([404, 'true']);
    expect(second.text).toBe(first.text);
  });
});
