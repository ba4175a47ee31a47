/** @needs chromium */
import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { openConsole, startSharedBrowser } from './console-browser.ts';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(180_000);

const running = await sharedByTests(useSharedStack);
const sink = await sharedByTests(startWebhookSink);
const browser = await sharedByTests(startSharedBrowser);

const login = {
  baseUrl: running.stack.baseUrl,
  username: running.username,
  password: running.password,
};

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function create(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Create webhook' }).first().click();
  await page.getByLabel('Name').fill('CRM');
  await page.getByLabel('URL').fill(`${sink.url}/crm`);
  await page.getByLabel('Further headers').fill('X-Token: t1');
  await page.getByRole('button', { name: 'Schema of contact.created' }).click();
  await page.getByRole('region', { name: 'Schema' }).getByText('"email"').first().waitFor();
  await page.getByRole('checkbox', { name: 'contact.created' }).check();
  await page.reload();
  expect(await page.getByLabel('Name').inputValue()).toBe('CRM');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByText('it has accepted a test event').waitFor();
  const secret = await page.locator('code, pre').first().innerText();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'CRM' }).waitFor();
  return secret.trim();
}

describe('webhooks in the console', () => {
  it('are created, tested, replayed, paused and deleted, with a secret that is shown once', async () => {
    const { page, problems } = await openConsole(browser.started, login);
    await page.goto('/console/webhooks');
    const secret = await create(page);
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send test event' }).click();
    await page.getByText('status 200').waitFor();
    const tested = await eventually(async () => {
      const found = sink.received.at(-1);
      if (found === undefined) throw new Error('Nothing was received.');
      return found;
    });
    expect(new Webhook(secret).verify(tested.body, tested.headers)).toMatchObject({ test: true });
    await page.getByRole('link', { name: 'Show delivery' }).click();
    await page.getByText('The receiver has accepted the event').waitFor();
    await page.getByRole('region', { name: 'As curl' }).getByText('--data-binary').waitFor();
    await page.getByRole('region', { name: 'Request' }).getByText('webhook-signature').waitFor();
    await page.keyboard.press('Escape');

    await running.call('POST', '/api/v1/contacts/', { body: { email: 'linus@example.com' } });
    await eventually(async () => {
      if (!sink.received.some(({ body }) => body.includes('linus'))) throw new Error('No event arrived.');
    });
    await choose(page, 'Replay events');
    await page.getByLabel('To', { exact: true }).fill(tomorrow());
    await page.getByRole('dialog').getByRole('button', { name: 'Replay events' }).click();
    await page.getByText('1 of 1 events tried: 1 delivered, 0 failed.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

    await choose(page, 'Rotate secret');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    const rotated = await page.getByRole('dialog').locator('code, pre').first().innerText();
    expect(rotated.trim()).toMatch(/^whsec_/);
    expect(rotated.trim()).not.toBe(secret);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

    await choose(page, 'Edit webhook');
    await page.getByLabel('Name').fill('CRM 2');
    await page.getByRole('button', { name: 'Save webhook' }).click();
    await page.getByRole('heading', { level: 1, name: 'CRM 2' }).waitFor();
    await page.getByRole('button', { name: 'Pause webhook' }).click();
    await page.getByRole('button', { name: 'Enable webhook' }).click();
    await page.getByRole('button', { name: 'Pause webhook' }).waitFor();
    await choose(page, 'Delete webhook');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByText('There is none yet.').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

/** A time of tomorrow, as an input for local times takes it. */
function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}
