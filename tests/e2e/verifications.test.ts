import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(180_000);

/** The name servers of the shared stack do not answer: only a role address has a result. */
const running = await sharedByTests(useSharedStack);

async function create(email: string): Promise<string> {
  const { status, body } = await running.call('POST', '/api/v1/contacts/', { body: { email } });
  expect(status).toBe(201);
  return body.id;
}

describe('the verification of addresses over HTTP', () => {
  it('answers the contact with its result, and unchanged without one', async () => {
    const role = await create('sales@verified.example');
    const verified = await running.call('POST', `/api/v1/contacts/${role}/verify/`);
    expect(verified).toMatchObject({
      status: 200,
      body: { id: role, verification_status: 'risky', verified_at: expect.any(String), mail_provider: null },
    });
    const person = await create('maria@verified.example');
    const before = (await running.call('GET', `/api/v1/contacts/${person}/`)).body;
    const unknown = await running.call('POST', `/api/v1/contacts/${person}/verify/`);
    expect([unknown.status, unknown.body.updated_at]).toEqual([200, before.updated_at]);
  });

  it('runs a job to its end, lists it, and refuses to cancel it then', async () => {
    const contact_ids = [await create('info@jobs.example'), await create('maria@jobs.example')];
    const created = await running.call('POST', '/api/v1/verifications/', { body: { contact_ids } });
    expect(created).toMatchObject({ status: 201, body: { total: 2, finished_at: null } });
    const path = `/api/v1/verifications/${String(created.body.id)}/`;
    const job = await eventually(
      async () => {
        const { body } = await running.call('GET', path);
        expect(body.status).toBe('completed');
        return body;
      },
      { timeoutMs: 60_000, pollMs: 50 },
    );
    const counts = { valid: 0, risky: 1, catch_all: 0, invalid: 0, unknown: 1 };
    expect(job).toMatchObject({ total: 2, processed: 2, counts });
    expect((await running.call('GET', '/api/v1/verifications/')).body.data).toContainEqual(job);
    expect(await running.call('POST', `${path}cancel/`)).toMatchObject({
      status: 409,
      body: { error: { code: 'invalid_transition' } },
    });
  });

  it.each([
    [{}, 'contact_ids'],
    [{ contact_ids: [] }, 'contact_ids'],
    [{ segment_id: 'imp_1' }, 'segment_id'],
  ])('refuses the body %j', async (body, field) => {
    expect(await running.call('POST', '/api/v1/verifications/', { body })).toMatchObject({
      status: 400,
      body: { error: { field } },
    });
  });
});
