/** @needs chromium */
import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import type { Page } from 'playwright-core';
import { openConsole, startSharedBrowser } from './console-browser.ts';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(180_000);

const running = await sharedByTests(async () => useSharedStack(['--agency', 'Console agency']));
const browser = await sharedByTests(startSharedBrowser);

const login = {
  baseUrl: running.stack.baseUrl,
  username: running.username,
  password: running.password,
};

async function openTab(page: Page, tab: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: tab }).click();
  await page.getByRole('heading', { level: 1, name: tab }).waitFor();
}

async function manageUsers(page: Page): Promise<void> {
  await openTab(page, 'Users');
  await page.getByRole('button', { name: 'Create user' }).click();
  await page.getByLabel('User name').fill('console-admin');
  await page.getByLabel(/^Password/).fill('correct horse battery');
  await page.getByRole('dialog').getByRole('button', { name: 'API request' }).click();
  expect(await page.getByRole('region', { name: 'Request' }).innerText()).not.toContain('horse');
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Admin' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create user' }).click();
  await page.getByRole('button', { name: 'Edit console-admin' }).waitFor();
}

async function manageClients(page: Page): Promise<void> {
  await openTab(page, 'Clients');
  await page.getByRole('button', { name: 'Create client' }).first().click();
  await page.getByLabel('Name').fill('Example Inc.');
  await page.getByRole('dialog').getByRole('button', { name: 'Create client' }).click();
  await page.getByRole('button', { name: 'Edit Example Inc.' }).click();
  await page.getByLabel('Archived').check({ force: true });
  await page.getByRole('button', { name: 'Save client' }).click();
  await page.getByRole('cell', { name: 'Archived' }).waitFor();
}

async function manageScoring(page: Page): Promise<void> {
  await openTab(page, 'Scoring');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.locator('input[aria-label="Rule 1: field"]').fill('company.employee_count');
  await page.getByLabel('Rule 1: value').fill('many');
  await page.getByText(/filters\[0\]\.value/).waitFor();
  await page.getByLabel('Rule 1: value').fill('200');
  await page.getByText('Fit 0 of 100, tier D').waitFor();
  await page.getByLabel('Rule 1: value').fill('300');
  await page.getByText('Fit 10 of 100, tier D').waitFor();
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('All contacts are scored again').waitFor();
}

/** The page of a contact shows which rules it meets. */
async function readScore(page: Page, contactId: string): Promise<void> {
  await eventually(async () => {
    const { body } = await running.call('GET', `/api/v1/contacts/${contactId}/`);
    expect(body.score_breakdown.rules).toHaveLength(1);
  });
  await page.goto(`/console/contacts/${contactId}`);
  await page.getByRole('row', { name: 'company.employee_count is 300 +10' }).waitFor();
  await page.getByRole('row', { name: /^Fit: .* 10$/ }).waitFor();
  await page.goto('/console/settings/keys');
}

async function manageSuppressions(page: Page): Promise<void> {
  await openTab(page, 'Suppressions');
  await page.getByRole('button', { name: 'Suppress address' }).first().click();
  await page.getByLabel('Address or domain').fill('competitor.example');
  await page.getByRole('dialog').getByRole('button', { name: 'Suppress address' }).click();
  await page.getByLabel('Check an address').fill('ada@competitor.example');
  await page.getByText('ada@competitor.example is suppressed: do not contact, by its domain.').waitFor();
  await page.getByRole('button', { name: 'Remove competitor.example' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove suppression' }).click();
  await page.getByText('ada@competitor.example is not suppressed.').waitFor();
}

async function manageDomains(page: Page): Promise<void> {
  await openTab(page, 'Tracking domains');
  await page.getByRole('button', { name: 'Add tracking domain' }).first().click();
  await page.getByRole('textbox', { name: 'Domain', exact: true }).fill('go.shop.example');
  await page.getByRole('dialog').getByRole('button', { name: 'Add tracking domain' }).click();
  await page.getByRole('heading', { level: 2, name: 'go.shop.example' }).waitFor();
  await page.getByRole('button', { name: 'Delete go.shop.example' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete tracking domain' }).click();
  await page.getByText('Links in emails use the address of this installation.').waitFor();
}

async function manageNotifications(page: Page): Promise<void> {
  await openTab(page, 'Notifications');
  await page.getByText('Notifications are off').waitFor();
  await page.getByLabel('Slack webhook URL').fill('http://10.0.0.1/services/token-of-slack-a1B2');
  await page.getByRole('checkbox', { name: 'An import has ended' }).check();
  const save = page.getByRole('button', { name: 'Save notifications' });
  await save.click();
  await page.getByText('must not point to a private or reserved address').first().waitFor();
  await page.getByLabel('Slack webhook URL').fill('https://hooks.slack.com/services/token-of-slack-a1B2');
  await save.click();
  await page.getByText('Messages go to hooks.slack.com/…a1B2.').waitFor();
  expect(await page.getByLabel('New Slack webhook URL').inputValue()).toBe('');
  const emails = page.getByPlaceholder('ops@example.com');
  await emails.fill('ops@example.com');
  await emails.press('Enter');
  await save.click();
  await page.getByText('This installation sends no email').waitFor();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('checkbox', { name: 'Send no more messages to Slack' }).check();
  await save.click();
  await page.getByText('Notifications are off').waitFor();
}

async function manageRetention(page: Page): Promise<void> {
  await openTab(page, 'Retention');
  const save = page.getByRole('button', { name: 'Save retention' });
  await page.getByLabel('Inbox').fill('');
  await save.click();
  await page.getByText('Enter 1 to 3,650 days.').waitFor();
  await page.getByLabel('Inbox').fill('400');
  await page.getByLabel('Timelines').fill('30');
  await save.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This deletes events of timelines older than 30 days.').waitFor();
  const before = await running.call('GET', '/api/v1/retention/');
  expect(before.body).toMatchObject({ timeline_days: 0 });
  await dialog.getByRole('button', { name: 'Delete old records' }).click();
  await page.getByText('Saved.').waitFor();
  const { body } = await running.call('GET', '/api/v1/retention/');
  expect(body).toMatchObject({ timeline_days: 30, inbox_days: 400 });
}

describe('the settings of the console', () => {
  it('manage users, clients, scoring, suppressions, tracking domains, notifications and retention, and show the audit log', async () => {
    const contact = { email: 'grace@example.com', company: { name: 'Example', employee_count: 300 } };
    const { body: created } = await running.call('POST', '/api/v1/contacts/', { body: contact });
    const { page, problems } = await openConsole(browser.started, login);
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await manageUsers(page);
    await manageClients(page);
    await manageScoring(page);
    await readScore(page, created.id);
    await manageSuppressions(page);
    await manageDomains(page);
    await manageNotifications(page);
    await manageRetention(page);
    await openTab(page, 'Audit log');
    await page.getByText('user.created').first().waitFor();
    // Wrong values are refused, and the pages show why.
    expect(problems.filter((problem) => !/status of (400|422)/.test(problem))).toEqual([]);
    await page.context().close();
  });

  it('offer an administrator no owner, and a viewer only what it may read', async () => {
    const password = 'correct horse battery';
    for (const [username, role] of [
      ['rank-admin', 'admin'],
      ['rank-viewer', 'viewer'],
    ])
      await running.call('POST', '/api/v1/users/', { body: { username, password, role } });
    const admin = await openConsole(browser.started, { ...login, username: 'rank-admin', password });
    await admin.page.goto('/console/settings/users');
    await admin.page.getByRole('button', { name: 'Edit rank-viewer' }).waitFor();
    expect(await admin.page.getByRole('button', { name: `Edit ${running.username}` }).count()).toBe(0);
    await admin.page.getByRole('button', { name: 'Create user' }).click();
    await admin.page.getByRole('combobox', { name: 'Role' }).click();
    expect(await admin.page.getByRole('option').allInnerTexts()).toEqual(['Admin', 'Member', 'Viewer']);
    await admin.page.context().close();
    const viewer = await openConsole(browser.started, { ...login, username: 'rank-viewer', password });
    await viewer.page.goto('/console/settings');
    await viewer.page.getByRole('heading', { level: 1, name: 'Scoring' }).waitFor();
    const tabs = viewer.page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
    await viewer.page.getByRole('link', { name: 'Clients' }).waitFor();
    expect(await tabs.allInnerTexts()).toEqual([
      'Clients',
      'Scoring',
      'Suppressions',
      'Tracking domains',
      'Shared reports',
      'Second factor',
    ]);
    expect(await viewer.page.getByRole('button', { name: 'Add rule' }).count()).toBe(0);
    expect([...admin.problems, ...viewer.problems]).toEqual([]);
    await viewer.page.context().close();
  });
});

describe('the clients of an agency', () => {
  it('are chosen for a campaign, and filter the campaigns and the overview', async () => {
    const create = async (path: string, body: object): Promise<string> => {
      const answer = await running.call('POST', `/api/v1/${path}/`, { body });
      expect([path, answer.status, answer.text]).toEqual([path, 201, answer.text]);
      return String(answer.body.id);
    };
    const clientId = await create('clients', { name: 'Example Shop' });
    const sequence_id = await create('sequences', { name: 'Introduction' });
    const smtp = { host: '127.0.0.1', port: 2_525, security: 'none' };
    const account = await create('sending-accounts', {
      email: 'sales@sender.example',
      provider: 'smtp',
      smtp,
    });
    const shared = { campaign_type: 'nurture', sequence_id, sending_account_ids: [account] };
    const own = await create('campaigns', { ...shared, name: 'Of the client' });
    await create('campaigns', { ...shared, name: 'Of nobody' });
    // A user of its own: a user has 120 requests a minute.
    const user = { username: 'client-manager', password: 'correct horse battery' };
    await create('users', { ...user, role: 'admin' });
    const { page, problems } = await openConsole(browser.started, { ...login, ...user });
    await page.goto(`/console/campaigns/new?campaign=${own}&step=audience`);
    await page.getByRole('combobox', { name: 'Client' }).click();
    await page.getByRole('option', { name: 'Example Shop' }).click();
    await page.goto(`/console/campaigns/new?campaign=${own}&step=review`);
    await page.getByRole('button', { name: 'Save campaign' }).click();
    await page.getByRole('region', { name: 'Gate' }).waitFor();
    const saved = await running.call('GET', `/api/v1/campaigns/${own}/`);
    expect(saved.body).toMatchObject({ client_id: clientId, name: 'Of the client' });

    await page.goto('/console/campaigns');
    await page.getByRole('link', { name: 'Of nobody' }).waitFor();
    await page.getByRole('combobox', { name: 'Client' }).click();
    await page.getByRole('option', { name: 'Example Shop' }).click();
    await page.getByRole('link', { name: 'Of nobody' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Of the client' }).waitFor();
    expect(new URL(page.url()).searchParams.get('client')).toBe(clientId);
    const numbers = page.waitForRequest(
      (request) =>
        request.url().includes(`/analytics/summary/?`) && request.url().includes(`client_id=${clientId}`),
    );
    await page.goto(`/console/?client=${clientId}`);
    await numbers;
    await page.getByText('Positive replies').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
