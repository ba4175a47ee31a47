import { describe, expect, it, jest } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { eventually, freePort } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const LOG_IN = { username: 'sales', password: 'smtp-pass-5d1f' };
const running = await sharedByTests(useSharedStack);
const sink = await sharedByTests(async () => startMailSink({ credentials: LOG_IN }));
const receiver = await sharedByTests(startWebhookSink);

const call = async (method: string, path: string, body?: unknown) =>
  running.call(method, `/api/v1/sending-accounts/${path}`, body === undefined ? {} : { body });

let count = 0;
const account = (fields: object = {}): object => {
  count += 1;
  const email = `sales${count}@shop.test`;
  return { email, smtp: { host: '127.0.0.1', port: sink.port, security: 'none', ...LOG_IN }, ...fields };
};

async function create(fields: object = {}) {
  const { status, body } = await call('POST', '', account(fields));
  expect(status).toBe(201);
  return body;
}

describe('POST /sending-accounts/', () => {
  it('creates an account that every read returns, without passwords', async () => {
    const created = await create({ warmup: { enabled: true }, unknown: 1, status: 'suspended' });
    expect(created).toMatchObject({
      id: expect.stringMatching(/^acc_/),
      from_name: null,
      provider: 'smtp',
      smtp: { host: '127.0.0.1', port: sink.port, security: 'none', username: 'sales' },
      imap: null,
      status: 'active',
      health_score: 100,
      daily_limit: 30,
      warmup: { enabled: true, day: 1, start: 5, increment: 5, ceiling: 50 },
      auth: { spf: 'unknown', checked_at: null },
    });
    expect(created).not.toHaveProperty('unknown');
    expect(created.smtp).not.toHaveProperty('password');
    const read = await call('GET', `${created.id}/`);
    expect(read.body).toMatchObject({ id: created.id, smtp: created.smtp });
    const list = await call('GET', '?page_size=1');
    expect(list.body.data).toMatchObject([{ id: created.id }]);
  });

  it.each<[object, string]>([
    [{ email: 'no address' }, 'email'],
    [{ email: null }, 'email'],
    [{ smtp: undefined }, 'smtp'],
    [{ smtp: null }, 'smtp'],
    [{ smtp: {} }, 'smtp.host'],
    [{ smtp: { host: '10.0.0.1' } }, 'smtp.host'],
    [{ smtp: { host: 'smtp.example.org', port: 0 } }, 'smtp.port'],
    [{ smtp: { host: 'smtp.example.org', security: 'ssl' } }, 'smtp.security'],
    [{ smtp: { host: 'smtp.example.org', password: {} } }, 'smtp.password'],
    [{ imap: {} }, 'imap.host'],
    [{ imap: { host: '169.254.169.254' } }, 'imap.host'],
    [{ provider: 'yahoo' }, 'provider'],
    [{ daily_limit: 0 }, 'daily_limit'],
    [{ daily_limit: 10_001 }, 'daily_limit'],
    [{ min_gap_seconds: 86_401 }, 'min_gap_seconds'],
    [{ min_gap_seconds: 300 }, 'min_gap_seconds'],
    [{ warmup: null }, 'warmup'],
    [{ warmup: { start: 0 } }, 'warmup.start'],
    [{ time_zone: 'Europe/Nowhere' }, 'time_zone'],
    [{ reply_to: 'no address' }, 'reply_to'],
    [{ from_name: 'x'.repeat(121) }, 'from_name'],
  ])('refuses %j with the field %s', async (fields, field) => {
    const { status, body } = await call('POST', '', account(fields));
    expect([status, body.error.code, body.error.field]).toEqual([400, 'validation_error', field]);
    expect(JSON.stringify(body)).not.toContain(LOG_IN.password);
  });

  it('refuses a second account with the address, and replays the first by its key', async () => {
    const fields = account();
    const request = { body: fields, headers: { 'idempotency-key': newId('idem') } };
    const first = await running.call('POST', '/api/v1/sending-accounts/', request);
    const replayed = await running.call('POST', '/api/v1/sending-accounts/', request);
    expect([first.status, replayed.body.id]).toEqual([201, first.body.id]);
    const second = await call('POST', '', fields);
    expect([second.status, second.body.error.code, second.body.error.reason]).toEqual([
      409,
      'conflict',
      'duplicate_email',
    ]);
  });
});

describe('PATCH /sending-accounts/{id}/', () => {
  it('merges servers and requires the password again for a new port', async () => {
    const { id } = await create();
    const refused = await call('PATCH', `${id}/`, { smtp: { port: 26 } });
    expect([refused.status, refused.body.error.field]).toEqual([400, 'smtp.password']);
    const merged = await call('PATCH', `${id}/`, {
      smtp: { username: 'other' },
      imap: { host: 'imap.example.org' },
    });
    expect(merged.body).toMatchObject({
      smtp: { port: sink.port, username: 'other' },
      imap: { host: 'imap.example.org', port: 993, security: 'tls', username: null },
    });
    const cleared = await call('PATCH', `${id}/`, { imap: null, smtp: { username: null } });
    expect(cleared.body).toMatchObject({ imap: null, smtp: { username: null } });
    expect((await call('PATCH', `${id}/`, { smtp: null })).body.error.field).toBe('smtp');
  });
});

describe('POST /sending-accounts/{id}/test/', () => {
  it('logs in, and reports failures that lead to the status error and an event', async () => {
    const endpoint = { name: 'A', url: receiver.url, event_subscriptions: ['sending_account.disconnected'] };
    expect((await running.call('POST', '/api/v1/webhooks/', { body: endpoint })).status).toBe(201);
    const { id } = await create();
    expect((await call('POST', `${id}/test/`)).body).toEqual({
      success: true,
      error: null,
      smtp: { success: true, latency_ms: expect.any(Number), error: null },
      imap: null,
    });
    const port = await freePort();
    await call('PATCH', `${id}/`, { smtp: { port, password: LOG_IN.password } });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { status, body } = await call('POST', `${id}/test/`);
      expect([status, body.success, body.error]).toEqual([200, false, 'The connection was refused.']);
    }
    expect((await call('GET', `${id}/`)).body).toMatchObject({
      status: 'error',
      status_reason: 'The connection was refused.',
    });
    const { status, body } = await call('POST', `${id}/resume/`);
    expect([status, body.error.code, body.error.status]).toEqual([409, 'invalid_transition', 'error']);
    await eventually(
      () => {
        const events = receiver.received.map((received) => JSON.parse(received.body));
        expect(events.find((event) => event.data.id === id)).toMatchObject({
          type: 'sending_account.disconnected',
          data: { id, status: 'error' },
        });
      },
      { timeoutMs: 30_000 },
    );
  });
});

describe('an account', () => {
  it('is paused, resumed, healthy and deleted', async () => {
    const { id } = await create();
    expect((await call('POST', `${id}/pause/`)).body.status).toBe('paused');
    expect((await call('POST', `${id}/resume/`)).body.status).toBe('active');
    expect((await call('GET', `${id}/health/`)).body).toMatchObject({
      health_score: 100,
      status: 'active',
      sent_14d: 0,
      hard_bounced_14d: 0,
      complaints_14d: 0,
      factors: [{ factor: 'hard_bounce_rate', penalty: 0 }, {}, {}, {}, {}],
    });
    expect((await call('DELETE', `${id}/`)).status).toBe(204);
    const deleted = await call('GET', `${id}/`);
    const malformed = await call('GET', 'acc_1/');
    expect([deleted.status, deleted.body]).toEqual([404, malformed.body]);
  });
});
