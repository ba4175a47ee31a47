/** @needs chromium */
import { describe, expect, it, jest } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { openConsole, startSharedBrowser } from './console-browser.ts';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(180_000);

const HOSTILE = `<img src=x onerror="document.title='run'">`;

const running = await sharedByTests(useSharedStack);
const browser = await sharedByTests(startSharedBrowser);

const login = {
  baseUrl: running.stack.baseUrl,
  username: running.username,
  password: running.password,
};

describe('the console', () => {
  it('finds a contact by keyboard, shows its hostile name as text, creates a key, and logs out', async () => {
    await running.call('POST', '/api/v1/contacts/', {
      body: { email: 'maria@example.com', first_name: HOSTILE },
    });
    const { page, problems } = await openConsole(browser.started, login);
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('maria');
    await page.waitForURL(/search=maria/);
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'maria@example.com' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: HOSTILE }).waitFor();
    expect(await page.title()).toBe(`${HOSTILE} · Outreach`);
    expect(await page.locator('img').count()).toBe(0);

    await page.goto('/console/settings');
    await page.getByRole('button', { name: 'Create API key' }).first().click();
    await page.getByLabel('Name').fill('Browser');
    await page.getByLabel('contacts:read').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click();
    const key = await page.getByRole('dialog').locator('code, pre').first().innerText();
    const used = await running.call('GET', '/api/v1/contacts/', { key: key.trim() });
    expect([used.status, used.body.data.length]).toEqual([200, 1]);
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();

    await page.getByRole('button', { name: /: menu$/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('keeps a session over a reload, and two tabs share it', async () => {
    const { page, problems } = await openConsole(browser.started, login);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    const tabs = await Promise.all([1, 2, 3].map(async () => page.context().newPage()));
    await Promise.all(tabs.map(async (tab) => tab.goto('/console/contacts')));
    for (const tab of tabs) await tab.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('stores no token where scripts can read it later', async () => {
    const { page } = await openConsole(browser.started, login);
    const stored = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    );
    expect(stored).not.toMatch(/otr_|eyJ/);
    await page.context().close();
  });
});
