/** @needs chromium */
import { describe, expect, it, jest } from '@jest/globals';
import { startDemo } from '@outreach/dev/demo';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { openConsole, startSharedBrowser } from './console-browser.ts';
import { sendTo, startOwnStack } from './stack-harness.ts';

jest.setTimeout(300_000);

const Emails = z.array(z.object({ number: z.number(), to: z.string() }));
const WAIT = { timeoutMs: 60_000, pollMs: 250 };
const ADDRESS = 'grace@journey.example';

const running = await sharedByTests(startOwnStack);
const sink = await sharedByTests(startWebhookSink);
const demo = await sharedByTests(async () => {
  const started = await startDemo(running.stack, () => undefined);
  return { ...started, stop: started.close };
});
const browser = await sharedByTests(startSharedBrowser);

async function createWebhook(page: Page): Promise<string> {
  await page.goto('/console/webhooks');
  await page.getByRole('link', { name: 'Create webhook' }).first().click();
  await page.getByLabel('Name').fill('CRM');
  await page.getByLabel('URL').fill(`${sink.url}/crm`);
  await page.getByRole('checkbox', { name: 'email.replied' }).check();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByText('it has accepted a test event').waitFor();
  const secret = await page.locator('code, pre').first().innerText();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  return secret.trim();
}

async function importContact(page: Page): Promise<void> {
  await page.goto('/console/contacts/import');
  await page.locator('input[type=file]').setInputFiles({
    name: 'leads.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Email,First name\n${ADDRESS},Grace\n`),
  });
  await page.getByRole('button', { name: 'Continue to duplicates' }).click();
  await page.getByRole('button', { name: 'Import contacts' }).click();
  await page.getByText('1 of 1 rows').waitFor();
}

async function writeSequence(page: Page): Promise<void> {
  await page.goto('/console/sequences');
  await page.getByRole('button', { name: 'New sequence' }).first().click();
  await page.getByLabel('Name').fill('Journey');
  await page.getByRole('button', { name: 'Create sequence' }).click();
  await page.getByRole('heading', { level: 1, name: 'Journey' }).waitFor();
  await page.getByRole('button', { name: 'Add step' }).click();
  await page.getByLabel('Subject').fill('One question');
  await page.getByRole('textbox', { name: 'Text' }).fill('Hello {{ contact.first_name }}');
  await page.getByRole('button', { name: 'Save steps' }).click();
  await page.getByRole('region', { name: 'Preview' }).getByText('Hello Grace').waitFor();
}

async function chooseHour(page: Page, label: string, hour: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: hour, exact: true }).click();
}

async function launchCampaign(page: Page): Promise<void> {
  await page.goto('/console/campaigns');
  await page.getByRole('link', { name: 'New campaign' }).first().click();
  await page.getByLabel('Name').fill('Journey');
  await page.getByRole('button', { name: 'Continue to sequence' }).click();
  await page.getByRole('radio', { name: 'Journey' }).check();
  await page.getByRole('button', { name: 'Continue to accounts' }).click();
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Continue to schedule' }).click();
  for (const day of ['Sat', 'Sun']) await page.getByRole('checkbox', { name: day }).check();
  await chooseHour(page, 'From', '00:00');
  await chooseHour(page, 'Until, in the zone of the contact', '24:00');
  await page.getByRole('button', { name: 'Review campaign' }).click();
  await page.getByRole('button', { name: 'Launch campaign' }).click();
  await page.getByRole('button', { name: 'Pause campaign' }).waitFor();
}

/** The emails that the contact has received, the oldest first. */
async function received(): Promise<z.output<typeof Emails>> {
  const { text } = await sendTo(demo.mail.url, 'GET', { headers: { accept: 'application/json' } });
  const emails = Emails.parse(JSON.parse(text));
  return emails.filter(({ to }) => to.includes(ADDRESS)).toReversed();
}

async function hasReceived(count: number): Promise<number> {
  return eventually(async () => {
    const emails = await received();
    expect(emails).toHaveLength(count);
    return emails[0]?.number ?? 0;
  }, WAIT);
}

async function answerReply(page: Page): Promise<void> {
  await page.goto('/console/inbox');
  await page.getByRole('navigation', { name: 'Threads' }).getByText('Grace').click();
  await page.getByText('Sounds good').first().waitFor();
  await page.getByRole('textbox', { name: 'Answer' }).fill('On Tuesday at nine?');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await page.getByRole('article').getByText('On Tuesday at nine?').waitFor();
}

describe('a day in the console', () => {
  it('imports, writes, launches, answers a reply, shows its numbers and its delivery, and logs out', async () => {
    const [user] = demo.workspace.users;
    const login = {
      baseUrl: running.stack.baseUrl,
      username: user?.username ?? '',
      password: user?.password ?? '',
    };
    const { page, problems } = await openConsole(browser.started, login);
    const secret = await createWebhook(page);
    await importContact(page);
    await writeSequence(page);
    await launchCampaign(page);
    const number = await hasReceived(1);
    await sendTo(`${demo.mail.url}messages/${number}/reply`, 'POST', {
      text: 'Sounds good, can we talk on Tuesday?',
      headers: { 'content-type': 'text/plain' },
    });
    const event = await eventually(() => {
      const found = sink.received.find(({ body }) => body.includes('email.replied'));
      if (found === undefined) throw new Error('No event has arrived.');
      return found;
    }, WAIT);
    expect(new Webhook(secret).verify(event.body, event.headers)).toMatchObject({
      data: { contact: { email: ADDRESS } },
    });
    await answerReply(page);
    await hasReceived(2);

    await page.goto('/console/');
    const numberOf = (name: string) => page.locator(`dt:text-is("${name}") + dd`);
    await numberOf('Sent')
      .getByText(/^[1-9]/)
      .waitFor();
    await numberOf('Replied')
      .getByText(/^[1-9]/)
      .waitFor();
    await page.getByRole('region', { name: 'Sent over time' }).locator('svg').first().waitFor();
    await page.goto('/console/campaigns');
    await page.getByRole('main').getByRole('link', { name: 'Journey' }).click();
    await page.getByRole('region', { name: 'Replies by intent' }).getByText('1 · 100.0 %').waitFor();
    await page.goto('/console/webhooks');
    await page.getByRole('link', { name: 'CRM' }).click();
    await page.getByText('email.replied').first().waitFor();
    await page.getByText('Success').first().waitFor();

    await page.getByRole('button', { name: /: menu$/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
