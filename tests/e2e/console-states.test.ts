/** @needs chromium */
import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import type { Page } from 'playwright-core';
import { openConsole, startSharedBrowser } from './console-browser.ts';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(180_000);

const running = await sharedByTests(useSharedStack);
const sink = await sharedByTests(startWebhookSink);
const browser = await sharedByTests(startSharedBrowser);

const login = { baseUrl: running.stack.baseUrl, username: running.username, password: running.password };
/** More than one page of a list. */
const CONTACTS = 130;
const REFUSAL = {
  status: 400,
  json: { error: { code: 'validation_error', message: 'Refused by the test.' } },
};

const EVENT = {
  id: 'evt_1',
  event_type: 'email_opened',
  occurred_at: '2026-03-02T09:00:00Z',
  step_number: 1,
  is_machine: false,
  campaign_id: null,
};

async function create(path: string, body: object): Promise<string> {
  const answer = await running.call('POST', `/api/v1/${path}/`, { body });
  expect([path, answer.status, answer.text]).toEqual([path, 201, answer.text]);
  return String(answer.body.id);
}

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByLabel('Search', { exact: true }).fill(text);
}

const focused = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText');

describe('a list in a tab', () => {
  it('loads its next page at the end of the scroll', async () => {
    const contacts = Array.from({ length: CONTACTS }, (_, index) => ({ email: `state${index}@example.com` }));
    await running.call('POST', '/api/v1/contacts/bulk/', { body: { contacts } });
    const steps = [{ subject: 'Hello', body_text: 'Hello' }];
    const campaign = await create('campaigns', {
      name: 'States',
      campaign_type: 'nurture',
      sequence_id: await create('sequences', { name: 'States', steps }),
      sending_account_ids: [
        await create('sending-accounts', {
          email: 'states@outreach.example',
          smtp: { host: '127.0.0.1', port: 2_525, security: 'none' },
        }),
      ],
    });
    await running.call('POST', `/api/v1/campaigns/${campaign}/launch/`);
    await eventually(async () => {
      const { body } = await running.call('GET', `/api/v1/campaigns/${campaign}/`);
      const { pending, active } = body.enrollment_counts;
      expect(Number(pending) + Number(active)).toBe(CONTACTS);
    });
    const { page, problems } = await openConsole(browser.started, login);
    await page.goto(`/console/campaigns/${campaign}?tab=people`);
    const rows = page.getByRole('table').getByRole('link');
    await eventually(async () => expect(await rows.count()).toBe(100));
    await rows.first().hover();
    await page.mouse.wheel(0, 100_000);
    await eventually(async () => expect(await rows.count()).toBe(CONTACTS));
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe('a dialog', () => {
  it('returns the focus to the button or the menu that opened it', async () => {
    const sequence = await create('sequences', { name: 'Focus' });
    const { page } = await openConsole(browser.started, login);
    await page.goto('/console/settings/suppressions');
    await page.getByRole('button', { name: 'Suppress address' }).first().press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('Suppress address');
    await page.goto(`/console/sequences/${sequence}`);
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete sequence' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('Actions');
    await page.context().close();
  });

  it('does not show why the same action failed for another object', async () => {
    await create('reports', { name: 'First' });
    await create('reports', { name: 'Second' });
    const { page } = await openConsole(browser.started, login);
    await page.goto('/console/settings/reports');
    await page.route('**/api/v1/reports/*/', async (route) => route.fulfill(REFUSAL));
    await page.getByRole('button', { name: 'Delete First' }).click();
    await page.getByRole('button', { name: 'Delete report' }).click();
    await page.getByText('Refused by the test.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Delete Second' }).click();
    await page.getByText('The page Second is gone').waitFor();
    expect(await page.getByText('Refused by the test.').count()).toBe(0);
    await page.context().close();
  });
});

describe('the page of a contact', () => {
  it('keeps its timeline when the next page fails, and shows no failure of another contact', async () => {
    const ids = [];
    for (const email of ['timeline1@example.com', 'timeline2@example.com'])
      ids.push(await create('contacts', { email }));
    const { page } = await openConsole(browser.started, login);
    await page.route('**/personal-data/', async (route) => route.fulfill(REFUSAL));
    await page.route('**/api/v1/contacts/*/events/*', async (route) => {
      if (route.request().url().includes('cursor=')) return route.fulfill(REFUSAL);
      return route.fulfill({ json: { data: [EVENT], meta: { next_cursor: 'c1', has_more: true } } });
    });
    await page.goto(`/console/contacts/${String(ids[0])}`);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('Email opened').waitFor();
    await timeline.getByRole('button', { name: 'Load more' }).click();
    await timeline.getByText('Refused by the test.').waitFor();
    await timeline.getByText('Email opened').waitFor({ timeout: 1_000 });
    await page.getByRole('button', { name: 'Download personal data' }).click();
    await eventually(async () => expect(await page.getByText('Refused by the test.').count()).toBe(2));
    await search(page, 'timeline2');
    await page.getByRole('button', { name: 'timeline2@example.com' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'timeline2@example.com' }).waitFor();
    expect(await page.getByText('Refused by the test.').count()).toBe(0);
    await page.context().close();
  });
});

describe('the search and the keys', () => {
  it('lead to the actions of a user, and to no page that its role cannot read', async () => {
    const viewer = { username: 'states-viewer', password: 'correct horse battery' };
    await running.call('POST', '/api/v1/users/', { body: { ...viewer, role: 'viewer' } });
    const { page } = await openConsole(browser.started, login);
    await search(page, 'new campaign');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'New campaign' }).waitFor();
    await page.context().close();
    const reader = await openConsole(browser.started, { ...login, ...viewer });
    for (const text of ['new campaign', 'webhook']) {
      await search(reader.page, text);
      await reader.page.getByText('Nothing found.').waitFor();
      await reader.page.keyboard.press('Escape');
      await reader.page.getByText('Nothing found.').waitFor({ state: 'detached' });
    }
    await reader.page.keyboard.press('Shift+?');
    await reader.page.getByText('g c', { exact: true }).waitFor();
    expect(await reader.page.getByText('g w', { exact: true }).count()).toBe(0);
    await reader.page.keyboard.press('Escape');
    await reader.page.getByText('g c', { exact: true }).waitFor({ state: 'detached' });
    for (const key of ['g', 'w', 'g', 'c']) await reader.page.keyboard.press(key);
    await reader.page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    await reader.page.goBack();
    await reader.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await reader.page.context().close();
  });
});

describe('an open delivery', () => {
  it('shows the end of an attempt by itself', async () => {
    const endpoint = { name: 'States', url: sink.url, event_subscriptions: ['contact.created'] };
    const webhook = await create('webhooks', endpoint);
    await create('contacts', { email: 'delivery@example.com' });
    const delivery = await eventually(async () => {
      const { body } = await running.call('GET', `/api/v1/webhooks/${webhook}/deliveries/?status=success`);
      const found = body.data.find((one: { is_test: boolean }) => !one.is_test);
      if (found === undefined) throw new Error('No delivery exists.');
      return String(found.id);
    });
    const { page } = await openConsole(browser.started, login);
    let isPending = true;
    await page.route(`**/deliveries/${delivery}/`, async (route) => {
      const body = await (await route.fetch()).json();
      await route.fulfill({ json: isPending ? { ...body, status: 'pending', attempts: [] } : body });
    });
    await page.goto(`/console/webhooks/${webhook}?delivery=${delivery}`);
    await page.getByText('The first attempt follows at once.').waitFor();
    isPending = false;
    await page.getByText('The receiver has accepted the event').waitFor();
    await page.context().close();
  });
});
