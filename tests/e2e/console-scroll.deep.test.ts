/** @alone It measures time. */
/** @needs chromium */
import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import {
  CONTACT_ROWS,
  openConsole,
  scrollRows,
  startSharedBrowser,
  THREAD_ROWS,
} from '@outreach/testing/browser';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import type { Locator } from 'playwright-core';
import { insertThreads } from './inbox-threads.ts';
import { sendTo, useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const WAIT = { timeoutMs: 60_000, pollMs: 250 };
const ROWS = 3_000;
const THREADS = 500;
/** More than the rows of a screen, and less than a page of the list. */
const RENDERED_MAX = 60;
const STEPS = 15;
const TASK_MAX_MS = 200;

const running = await sharedByTests(useSharedStack);
const browser = await sharedByTests(startSharedBrowser);

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
    const { rows, longTasksMs } = await scrollRows(page, CONTACT_ROWS, ROWS - 100);
    expect(rows).toBeGreaterThanOrEqual(ROWS - 100);
    expect(longTasksMs.filter((ms) => ms > TASK_MAX_MS)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe('the threads of the inbox', () => {
  it('scroll to the last one without a task over 200 ms, and few of them are rendered', async () => {
    const { body: workspace } = await running.call('GET', '/api/v1/workspace/');
    await insertThreads({ ...running, workspaceId: workspace.id }, THREADS);
    const login = { ...running, baseUrl: running.stack.baseUrl };
    const { page, problems } = await openConsole(browser.started, login);
    await page.getByRole('link', { name: 'Inbox' }).click();
    const threads = page.getByRole('navigation', { name: 'Threads' }).getByRole('button');
    await threads.first().waitFor();
    const { longTasksMs } = await scrollRows(page, THREAD_ROWS, THREADS - 20);
    await threads.getByText(`Subject ${THREADS - 1}`, { exact: true }).waitFor();
    expect(await threads.count()).toBeLessThanOrEqual(RENDERED_MAX);
    expect(longTasksMs.filter((ms) => ms > TASK_MAX_MS)).toEqual([]);

    await threads.getByText(`Subject ${THREADS - STEPS - 1}`, { exact: true }).click();
    for (let step = 1; step <= STEPS; step += 1) {
      const subject = `Subject ${THREADS - STEPS - 1 + step}`;
      await page.keyboard.press('j');
      await page.getByRole('heading', { name: subject, exact: true }).waitFor();
      const current = page.locator('nav[aria-label=Threads] [aria-current=true]');
      await expect(current.innerText()).resolves.toContain(subject);
      expect(await isInView(current)).toBe(true);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

/** True if the element is inside of the part of its list that is visible. */
async function isInView(element: Locator): Promise<boolean> {
  const [own, list] = [
    await element.boundingBox(),
    await element.page().locator(THREAD_ROWS.selector).boundingBox(),
  ];
  if (own === null || list === null) return false;
  return own.y >= list.y && own.y + own.height <= list.y + list.height;
}
