import { expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { request } from './src/client.ts';
import { startFaultStack } from './src/fault-stack.ts';
import { givenCampaign } from './src/given-campaign.ts';

jest.setTimeout(180_000);

const WAIT = { timeoutMs: 60_000, pollMs: 200 };
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const TARGET = 'https://shop.example/offer?a=1&b=2';
const STEPS = [
  {
    subject: 'Hello',
    body_html: `<p>Hello, <a href="${TARGET.replaceAll('&', '&amp;')}">look</a></p>`,
  },
];

const ANY_TIME = { send_window_start: 0, send_window_end: 24, send_days: [1, 2, 3, 4, 5, 6, 7] };

const sink = await sharedByTests(startMailSink);
const faults = await sharedByTests(async () => startFaultStack({ workspaceCount: 2 }));
const [key = '', otherKey = ''] = faults.keys;
const { baseUrl } = faults.stack;

/** The parts of a MIME message in quoted-printable, as text. */
function decoded(source: string): string {
  return source.replaceAll('=\r\n', '').replaceAll('=3D', '=').replaceAll('&amp;', '&');
}

async function follow(path: string, method = 'GET') {
  const headers = { 'user-agent': USER_AGENT };
  return fetch(`${baseUrl}${path}`, {
    method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(5_000),
  });
}

it('links of emails work while campaigns is down, and their hits are recorded afterwards', async () => {
  const body = { email: 'ada@example.com' };
  expect((await request(baseUrl, { route: '/api/v1/contacts/', method: 'POST', key, body })).status).toBe(
    201,
  );
  const id = await givenCampaign({ baseUrl, key }, { smtpPort: sink.port, steps: STEPS, campaign: ANY_TIME });
  const route = `/api/v1/campaigns/${id}/`;
  expect((await request(baseUrl, { route: `${route}launch/`, method: 'POST', key })).status).toBe(200);
  await eventually(() => expect(sink.received).toHaveLength(1), WAIT);
  const email = decoded(sink.received[0]?.source ?? '');
  const [open = '', click = '', unsubscribe = ''] = [/\/t\/o\/[\w.-]+/, /\/t\/c\/[\w-]+/, /\/u\/[\w-]+/].map(
    (pattern) => pattern.exec(email)?.[0],
  );
  await faults.stack.stopProcess('campaigns');
  expect((await follow(open)).status).toBe(200);
  const clicked = await follow(click);
  expect([clicked.status, clicked.headers.get('location')]).toEqual([302, TARGET]);
  expect((await follow(unsubscribe, 'POST')).status).toBe(200);
  await faults.stack.startProcess('campaigns');
  await eventually(async () => {
    const { body: sends } = await request(baseUrl, { route: `${route}sends/`, key });
    expect(sends?.data).toMatchObject([{ open_count: 1, click_count: 1 }]);
    const { body: campaign } = await request(baseUrl, { route, key });
    expect(campaign?.metrics).toMatchObject({ opened: 1, clicked: 1, unsubscribed: 1 });
  }, WAIT);
});

it('no contact that unsubscribes while campaigns is killed gets the step that was going out', async () => {
  const CONTACTS = 60;
  const SECOND_STEPS = 10;
  const contacts = Array.from({ length: CONTACTS }, (_, index) => ({ email: `leaving${index}@example.com` }));
  const bulk = { route: '/api/v1/contacts/bulk/', method: 'POST', key: otherKey, body: { contacts } };
  expect((await request(baseUrl, bulk)).status).toBe(200);
  const steps = [
    { subject: 'First', body_html: '<p>Hello</p>' },
    { thread_mode: 'reply', delay_value: 0, body_html: '<p>Again</p>' },
  ];
  const owner = { baseUrl, key: otherKey };
  const account = { min_gap_seconds: 0, max_gap_seconds: 0, daily_limit: 1_000 };
  const campaign = { ...ANY_TIME, daily_send_limit: 1_000 };
  const id = await givenCampaign(owner, { smtpPort: sink.port, account, steps, campaign });
  const route = `/api/v1/campaigns/${id}/`;
  expect((await request(baseUrl, { route: `${route}launch/`, method: 'POST', key: otherKey })).status).toBe(
    200,
  );
  const mailsOf = (email: string) => sink.received.filter(({ to }) => to.includes(email));
  const withMails = (count: number): readonly string[] =>
    contacts.map(({ email }) => email).filter((email) => mailsOf(email).length >= count);
  const ONE_BY_ONE = { ...WAIT, pollMs: 10 };
  await eventually(() => expect(withMails(2).length).toBeGreaterThanOrEqual(SECOND_STEPS), ONE_BY_ONE);
  faults.stack.kill('campaigns', 'SIGKILL');
  await faults.stack.stopProcess('campaigns');
  const leaving = withMails(1).filter((email) => mailsOf(email).length === 1);
  expect(leaving.length).toBeGreaterThan(0);
  for (const email of leaving) {
    const [link = ''] = /\/u\/[\w-]+/.exec(decoded(mailsOf(email)[0]?.source ?? '')) ?? [];
    expect((await follow(link, 'POST')).status).toBe(200);
  }
  await faults.stack.startProcess('campaigns');
  await eventually(async () => {
    const { body } = await request(baseUrl, { route, key: otherKey });
    expect(body?.metrics?.unsubscribed).toBe(leaving.length);
    // An email that the dead process had claimed keeps its lease for minutes and is checked again after it.
    const { body: sends } = await request(baseUrl, { route: `${route}sends/?page_size=200`, key: otherKey });
    const queued = sends.data.filter(({ status }: { readonly status: string }) => status === 'queued');
    expect(queued).toEqual([]);
  }, WAIT);
  expect(leaving.filter((email) => mailsOf(email).length > 1)).toEqual([]);
});
