import { randomUUID } from 'node:crypto';
import type { StackConnection } from '@outreach/dev';
import { startDemo } from '@outreach/dev/demo';
import { eventually } from '@outreach/testing';
import { openConsole, type Login } from '@outreach/testing/browser';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { sendTo, type Answer } from './stack-harness.ts';

export { openConsole, startBrowser, startSharedBrowser } from '@outreach/testing/browser';

const WAIT = { timeoutMs: 60_000, pollMs: 500 };
const NAMES = ['Ada', 'Grace', 'Alan', 'Katherine', 'Edsger', 'Barbara', 'Donald', 'Radia'];
const CONTACTS = 240;

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1_440, height: 900 };

/** The sizes and themes in which pages are looked at. */
export const LOOKS = [
  { name: 'desktop-light', viewport: DESKTOP, colorScheme: 'light' },
  { name: 'desktop-dark', viewport: DESKTOP, colorScheme: 'dark' },
  { name: 'phone-light', viewport: PHONE, colorScheme: 'light' },
  { name: 'phone-dark', viewport: PHONE, colorScheme: 'dark' },
] as const;

/** Changes size and theme of a page that is open, and waits until it is drawn. */
export async function changeLook(
  page: Page,
  { viewport, colorScheme }: (typeof LOOKS)[number],
): Promise<void> {
  await page.setViewportSize({ ...viewport });
  await page.emulateMedia({ colorScheme });
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
}

/** The settings of a stack whose pages are looked at. */
export const LOOK_SETTINGS = { TRACKING_HOST: 'track.example.com' };

const SEQUENCE = {
  name: 'Founders in spring',
  steps: [
    {
      subject: 'Question about {{ company.name | default: "your company" }}',
      body_html:
        '<p>Hello {{ contact.first_name }},</p><p>who looks after <b>growth</b> at your company?</p>',
      variants: [
        { weight: 50 },
        { weight: 50, subject: 'A short question', body_html: '<p>Hi, one question.</p>' },
      ],
      winner: { mode: 'manual' },
    },
    { delay_value: 3, delay_unit: 'days', thread_mode: 'reply', body_text: 'Did you see my email?' },
  ],
};

const SEGMENT = {
  name: 'Growth',
  description: 'People who look after growth',
  filters: [
    { field: 'title', op: 'contains', value: 'growth' },
    { field: 'company.employee_count', op: 'is_empty' },
  ],
};

/** Few enough that a user stays within the rate limit. */
const PAGES_PER_USER = 5;

/** Loads every page once, as a new user for every few pages. Returns the problems of all pages. */
export async function visitPages(
  browser: Browser,
  filled: Filled,
  visit: (name: string, page: Page) => Promise<void>,
): Promise<string[]> {
  const addresses = Object.entries(filled.pages);
  const found: string[] = [];
  for (let first = 0; first < addresses.length; first += PAGES_PER_USER) {
    const { page, problems } = await openConsole(browser, await filled.createLogin());
    for (const [name, address] of addresses.slice(first, first + PAGES_PER_USER)) {
      await page.goto(address);
      await page.waitForLoadState('networkidle');
      await visit(name, page);
    }
    found.push(...problems);
    await page.context().close();
  }
  return found;
}

/** A workspace with contacts, a campaign that has sent, a thread and deliveries. */
export interface Filled extends Login {
  /** The addresses of all pages. */
  readonly pages: Readonly<Record<string, string>>;
  /** Another user of the workspace: a user has 120 requests a minute, and tests look faster than people. */
  createLogin(): Promise<Login>;
  close(): Promise<void>;
}

type DemoCall = (method: string, address: string, body?: object) => Promise<Answer>;

/** Records for the pages of the settings. */
async function fillSettings(call: DemoCall): Promise<void> {
  await call('POST', '/api/v1/tracking-domains/', { domain: 'go.example.com' });
  await call('POST', '/api/v1/suppressions/', { type: 'domain', value: 'competitor.example' });
  const rules = [
    { field: 'title', op: 'contains', value: 'growth', points: 50 },
    { field: 'company.employee_count', op: 'gte', value: 200, points: 30 },
  ];
  await call('PUT', '/api/v1/icp-profile/', { rules });
  await call('PUT', '/api/v1/notification-settings/', {
    emails: [],
    slack_webhook_url: 'https://hooks.slack.com/services/T0000/B0000/XXXXXXXXa1B2',
    events: ['sending_account.disconnected', 'webhook.endpoint_failing'],
  });
}

/** Starts the demo of `npm start`, launches its campaign and answers one of its emails. */
export async function fillWorkspace(stack: StackConnection): Promise<Filled> {
  const { baseUrl } = stack;
  const demo = await startDemo(stack, () => undefined);
  const call: DemoCall = async (method, address, body) => {
    const content = body === undefined ? {} : { body };
    const answer = await sendTo(`${baseUrl}${address}`, method, { key: demo.workspace.api_key, ...content });
    if (answer.status >= 400) throw new Error(`${method} ${address}: ${answer.text}`);
    return answer;
  };
  const contacts = Array.from({ length: CONTACTS }, (_, index) => ({
    email: `person${index}@example${index % 7}.com`,
    first_name: NAMES[index % NAMES.length],
    last_name: `Example ${index}`,
    title: 'Head of growth',
  }));
  const { body: sequence } = await call('POST', '/api/v1/sequences/', SEQUENCE);
  const { body: segment } = await call('POST', '/api/v1/segments/', SEGMENT);
  await call('POST', '/api/v1/contacts/', { email: 'ada@example.com', first_name: 'Ada', tags: ['demo'] });
  await call('POST', `/api/v1/campaigns/${demo.campaignId}/launch/`);
  await eventually(async () => {
    const { text } = await sendTo(demo.mail.url, 'GET', {});
    if (!text.includes('ada@example.com')) throw new Error('The email has not arrived.');
  }, WAIT);
  await call('POST', '/api/v1/contacts/bulk/', { contacts });
  const importId = await importRows(baseUrl, demo.workspace.api_key);
  await sendTo(`${demo.mail.url}messages/1/open`, 'GET', {});
  await sendTo(`${demo.mail.url}messages/1/reply`, 'POST', {
    text: 'Sounds good, can we talk on Tuesday?',
    headers: { 'content-type': 'text/plain' },
  });
  const thread = await eventually(async () => {
    const { body } = await call('GET', '/api/v1/inbox/threads/');
    if (body.data.length === 0) throw new Error('No thread exists.');
    return body.data[0];
  }, WAIT);
  await fillSettings(call);
  const { body: webhooks } = await call('GET', '/api/v1/webhooks/');
  const webhookId: string = webhooks.data[0].id;
  const { body: accounts } = await call('GET', '/api/v1/sending-accounts/');
  const accountId: string = accounts.data[0].id;
  await call('PATCH', `/api/v1/sending-accounts/${accountId}/`, { warmup: { enabled: true } });
  const delivery = await eventually(async () => {
    const { body } = await call('GET', `/api/v1/webhooks/${webhookId}/deliveries/`);
    if (body.data.length === 0) throw new Error('No delivery exists.');
    return body.data[0];
  }, WAIT);
  const [user] = demo.workspace.users;
  return {
    baseUrl,
    username: user?.username ?? '',
    password: user?.password ?? '',
    pages: {
      overview: '/console/',
      campaigns: '/console/campaigns',
      campaign: `/console/campaigns/${demo.campaignId}`,
      emails: `/console/campaigns/${demo.campaignId}?tab=emails`,
      people: `/console/campaigns/${demo.campaignId}?tab=people`,
      forecast: `/console/campaigns/${demo.campaignId}?tab=forecast`,
      bounces: `/console/campaigns/${demo.campaignId}?tab=bounces`,
      audit: `/console/campaigns/${demo.campaignId}?tab=audit`,
      'new-campaign': '/console/campaigns/new',
      'review-campaign': `/console/campaigns/new?campaign=${demo.campaignId}&step=review`,
      'campaign-settings': `/console/campaigns/${demo.campaignId}?tab=settings`,
      contacts: '/console/contacts',
      contact: `/console/contacts/${String(thread.contact.id)}`,
      segments: '/console/contacts/segments',
      'segment-new': '/console/contacts/segments/new',
      segment: `/console/contacts/segments/${String(segment.id)}`,
      import: '/console/contacts/import',
      'import-job': `/console/contacts/imports/${importId}`,
      inbox: '/console/inbox',
      thread: `/console/inbox?thread=${String(thread.id)}`,
      'inbox-filters': '/console/inbox?status=all&filters=true',
      sequences: '/console/sequences',
      sequence: `/console/sequences/${String(sequence.id)}`,
      accounts: '/console/accounts',
      'account-new': '/console/accounts/new',
      account: `/console/accounts/${accountId}`,
      'account-edit': `/console/accounts/${accountId}/edit`,
      'account-connected': `/console/accounts/connected?account_id=${accountId}`,
      webhooks: '/console/webhooks',
      'webhook-new': '/console/webhooks/new',
      'webhook-edit': `/console/webhooks/${webhookId}/edit`,
      webhook: `/console/webhooks/${webhookId}`,
      delivery: `/console/webhooks/${webhookId}?delivery=${String(delivery.id)}`,
      keys: '/console/settings/keys',
      users: '/console/settings/users',
      invitations: '/console/settings/invitations',
      reports: '/console/settings/reports',
      retention: '/console/settings/retention',
      scoring: '/console/settings/scoring',
      suppressions: '/console/settings/suppressions?email=ada@example.com',
      'tracking-domains': '/console/settings/tracking-domains',
      notifications: '/console/settings/notifications',
      'audit-log': '/console/settings/audit-log',
      'second-factor': '/console/settings/second-factor',
    },
    createLogin: async () => {
      const login = { username: `user-${randomUUID()}@example.com`, password: randomUUID() };
      await call('POST', '/api/v1/users/', { ...login, role: 'admin' });
      return { baseUrl, ...login };
    },
    close: async () => demo.close(),
  };
}

/** Imports a file with a row that fails. */
async function importRows(baseUrl: string, key: string): Promise<string> {
  const body = new FormData();
  const rows = 'email,first_name\nada@example.com,Ada\nnobody,Bob\n';
  body.set('file', new File([rows], 'contacts.csv', { type: 'text/csv' }));
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`${baseUrl}/api/v1/imports/`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`The import was refused: ${await response.text()}`);
  const { id } = z.object({ id: z.string() }).parse(await response.json());
  await eventually(async () => {
    const { body: job } = await sendTo(`${baseUrl}/api/v1/imports/${id}/`, 'GET', { key });
    if (job.status !== 'completed_with_errors') throw new Error('The import has not ended.');
  }, WAIT);
  return id;
}
