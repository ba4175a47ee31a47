/** @alone It measures time. */
/** @needs chromium */
import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { openConsole, scrollContacts, startBrowser } from '@outreach/testing/browser';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { sendTo, useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const WAIT = { timeoutMs: 60_000, pollMs: 250 };
const ROWS = 3_000;
const TASK_MAX_MS = 200;

const running = await sharedByTests(useSharedStack);
const browser = await sharedByTests(async () => {
  const started = await startBrowser();
  return { started, stop: async () => started.close() };
});

async function importContacts(): Promise<void> {
  const rows = Array.from(
    { length: ROWS },
    (_, index) =>
      `person${index}@example${index % 50}.com,Person,Number ${index},Head of sales,Company ${index % 50}`,
  );
  const text = ['email,first_name,last_name,title,company.name', ...rows, ''].join('\n');
  const body = new FormData();
  body.set('file', new File([text], 'contacts.csv', { type: 'text/csv' }));
  const { stack, apiKey: key } = running;
  const headers = { Authorization: `Bearer ${key}` };
  const started = await fetch(`${stack.baseUrl}/api/v1/imports/`, { method: 'POST', headers, body });
  const { id } = (await started.json()) as { readonly id: string };
  await eventually(async () => {
    const { body: job } = await sendTo(`${stack.baseUrl}/api/v1/imports/${id}/`, 'GET', { key });
    expect(job.status).toBe('completed');
  }, WAIT);
}

describe('the list of contacts', () => {
  it('scrolls through 2,900 rows without a task over 200 ms', async () => {
    await importContacts();
    const login = { ...running, baseUrl: running.stack.baseUrl };
    const { page, problems } = await openConsole(browser.started, login);
    await page.getByRole('link', { name: 'Contacts' }).click();
    await page.getByRole('main').getByRole('link', { name: '@example' }).first().waitFor();
    const { rows, longTasksMs } = await scrollContacts(page, ROWS - 100);
    expect(rows).toBeGreaterThanOrEqual(ROWS - 100);
    expect(longTasksMs.filter((ms) => ms > TASK_MAX_MS)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
