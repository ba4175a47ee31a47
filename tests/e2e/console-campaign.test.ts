/** @needs chromium */
import { describe, expect, it, jest } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { openConsole, startSharedBrowser } from './console-browser.ts';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const running = await sharedByTests(useSharedStack);
const browser = await sharedByTests(startSharedBrowser);

const login = { baseUrl: running.stack.baseUrl, username: running.username, password: running.password };

/** Items of a page of a list. */
const LOADED = 100;

async function create(path: string, body: object): Promise<string> {
  const answer = await running.call('POST', `/api/v1/${path}/`, { body });
  expect([path, answer.status, answer.text]).toEqual([path, 201, answer.text]);
  return String(answer.body.id);
}

describe('the wizard of a campaign', () => {
  it('counts the audience, keeps its choices, mends a reason of the gate, and launches', async () => {
    await create('contacts', { email: 'maria@example.com', first_name: 'Maria' });
    await create('contacts', { email: 'tom@example.com', verification_status: 'invalid' });
    await create('contacts', { email: 'lea@example.com' });
    await create('suppressions', { type: 'email', value: 'lea@example.com', reason: 'manual' });
    const sequenceId = await create('sequences', { name: 'Introduction' });
    await create('sending-accounts', {
      email: 'sales@outreach.example',
      provider: 'smtp',
      smtp: { host: '127.0.0.1', port: 2_525, security: 'none' },
    });
    const { page, problems } = await openConsole(browser.started, login);
    await page.goto('/console/campaigns');
    await page.getByRole('link', { name: 'New campaign' }).first().click();
    await page.getByLabel('Name').fill('Spring');
    const audience = page.getByRole('table', { name: 'Contacts of the audience' });
    await audience.getByRole('row', { name: 'In 2' }).waitFor();
    await audience.getByRole('row', { name: 'Out: invalid address -1' }).waitFor();
    await page.getByRole('button', { name: 'Continue to sequence' }).click();
    await page.getByRole('radio', { name: 'Introduction' }).check();
    await page.reload();
    expect(await page.getByRole('radio', { name: 'Introduction' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Continue to accounts' }).click();
    await page.getByRole('checkbox', { name: 'sales@outreach.example' }).check();
    await page.getByRole('button', { name: 'Continue to schedule' }).click();
    await page.getByLabel('Emails a day').fill('80');
    await page.getByRole('button', { name: 'Review campaign' }).click();

    await audience.getByRole('row', { name: 'Out: suppressed -1' }).waitFor();
    await audience.getByRole('row', { name: 'Out: invalid address -1' }).waitFor();
    await audience.getByRole('row', { name: 'In 1' }).waitFor();
    await page.getByText('The sequence has no steps').waitFor();
    expect(await page.getByRole('button', { name: 'Launch campaign' }).count()).toBe(0);
    await page.getByRole('region', { name: 'Gate' }).getByRole('link', { name: 'Open sequence' }).click();
    await page.getByRole('heading', { level: 1, name: 'Introduction' }).waitFor();
    const steps = [{ subject: 'Hello', body_text: 'Hello' }];
    await running.call('PUT', `/api/v1/sequences/${sequenceId}/steps/`, { body: { steps } });
    await page.goBack();
    await page.reload();
    await page.getByRole('region', { name: 'Forecast' }).getByText('1 email on').waitFor();
    await page.getByRole('button', { name: 'Launch campaign' }).click();
    await page.getByRole('button', { name: 'Pause campaign' }).waitFor();
    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByRole('link', { name: 'maria@example.com' }).waitFor();
    const { body } = await running.call('GET', '/api/v1/campaigns/?search=spring');
    expect(body.data).toMatchObject([{ status: 'active', daily_send_limit: 80, sequence_id: sequenceId }]);
    await page.getByRole('button', { name: 'Clone campaign' }).click();
    await page.waitForURL(/campaigns\/new\?campaign=cmp_/);
    await page.getByRole('heading', { level: 1, name: 'Spring (Copy)' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('finds the usable sequence behind a page of archived ones', async () => {
    await create('sequences', { name: 'Usable' });
    for (let index = 0; index < LOADED; index += 1)
      await create('sequences', { name: `Archived ${index}`, status: 'archived' });
    const { page, problems } = await openConsole(browser.started, login);
    await page.goto('/console/campaigns/new?step=sequence');
    await page.getByRole('radio', { name: 'Usable' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
