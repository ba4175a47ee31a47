/** @needs chromium */
import { describe, expect, it, jest } from '@jest/globals';
import { startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import type { Page } from 'playwright-core';
import { openConsole, startSharedBrowser } from './console-browser.ts';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(180_000);

const LOG_IN = { username: 'sales', password: 'smtp-pass-c0n5' };
const running = await sharedByTests(useSharedStack);
const sink = await sharedByTests(async () => startMailSink({ credentials: LOG_IN }));
const browser = await sharedByTests(startSharedBrowser);

const login = {
  baseUrl: running.stack.baseUrl,
  username: running.username,
  password: running.password,
};

async function fillServer(page: Page, password: string): Promise<void> {
  await page.getByLabel('SMTP host').fill('127.0.0.1');
  await page.getByLabel('SMTP port').fill(String(sink.port));
  await page.getByRole('combobox', { name: 'SMTP security' }).click();
  await page.getByRole('option', { name: 'None' }).click();
  await page.getByLabel('SMTP user name').fill(LOG_IN.username);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

describe('sending accounts in the console', () => {
  it('are connected with a test, mended, paused and disconnected', async () => {
    const { page, problems } = await openConsole(browser.started, login);
    await page.goto('/console/accounts');
    await page.getByRole('link', { name: 'Connect account' }).first().click();
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('sales@console.test');
    await fillServer(page, 'a wrong one');
    await page.getByLabel('Read replies and bounces').uncheck({ force: true });
    await page.getByRole('button', { name: 'API request' }).click();
    expect(await page.getByRole('region', { name: 'Request' }).innerText()).not.toContain('a wrong one');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Connect account' }).click();
    await page.getByText('The server refused the user name or password').waitFor();

    await page.getByRole('link', { name: 'Change the connection' }).click();
    await page.getByLabel('Password', { exact: true }).fill(LOG_IN.password);
    await page.getByLabel('Emails a day').fill('12');
    await page.getByRole('button', { name: 'Save account' }).click();
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByRole('region', { name: 'Connection test' }).getByText('Success').waitFor();
    await page.getByText('0 of 5 emails').waitFor();
    await page.getByRole('region', { name: 'DMARC record' }).getByText('_dmarc.console.test').waitFor();
    await page.getByRole('region', { name: 'Warm-up' }).getByText('Day 1.', { exact: false }).waitFor();

    await page.getByRole('button', { name: 'Pause account' }).click();
    await page.getByRole('button', { name: 'Resume account' }).click();
    await page.getByRole('button', { name: 'Pause account' }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Disconnect account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect account' }).click();
    await page.getByText('No mailbox is connected yet.').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('show why a consent cannot start, and how one has ended', async () => {
    const { page } = await openConsole(browser.started, login);
    await page.goto('/console/accounts/new');
    await page.getByRole('button', { name: 'Connect Google mailbox' }).click();
    await page.getByRole('alert').waitFor();
    await page.goto('/console/accounts/connected?error=other_mailbox');
    await page.getByText('Another mailbox than the one of the account was chosen.').waitFor();
    await page.context().close();
  });
});
