/** @needs chromium */
import { readFileSync } from 'node:fs';
import { describe, expect, it, jest } from '@jest/globals';
import { freePort } from '@outreach/testing';
import { startOAuthServer } from '@outreach/testing/oauth-server';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { openConsole, startBrowser } from './console-browser.ts';
import { startFrontDoor } from './front-door.ts';
import { startOwnStack } from './stack-harness.ts';

jest.setTimeout(180_000);

const OWNER = 'owner@organisation.test';
const CODE_MS = 30_000;

const shared = await sharedByTests(async () => {
  const publicUrl = `http://127.0.0.1:${await freePort()}`;
  const provider = await startOAuthServer(`${publicUrl}/api/v1/auth/oidc/callback/`);
  const running = await startOwnStack({ ...provider.oidcSettings, PUBLIC_BASE_URL: publicUrl });
  const door = await startFrontDoor(Number(new URL(publicUrl).port), () => running.stack.baseUrl);
  const browser = await startBrowser();
  const stop = async (): Promise<void> => {
    await browser.close();
    await door.stop();
    await running.stop();
    await provider.stop();
  };
  return { running, browser, publicUrl, stop };
});
const { running, browser, publicUrl } = shared;

async function openLogIn(person: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: publicUrl });
  const page = await context.newPage();
  await page.goto('/console/');
  await page.setExtraHTTPHeaders({ 'x-owner': person });
  await page.getByRole('link', { name: 'Log in with your organisation' }).click();
  return page;
}

describe('the log-in by the organisation', () => {
  it('opens the console for a user with the address, also after a reload', async () => {
    const { body: users } = await running.call('GET', '/api/v1/users/');
    const { id } = users.data[0];
    await running.call('PATCH', `/api/v1/users/${String(id)}/`, { body: { email: OWNER } });
    const page = await openLogIn(OWNER);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.context().close();
  });

  it('leads a stranger back to the log-in page, which says why', async () => {
    const page = await openLogIn('stranger@organisation.test');
    await page.getByRole('alert').getByText('No active user and no pending invitation').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.context().close();
  });
});

describe('the second factor in the console', () => {
  it('is turned on with a code, is asked for, is turned off, and is reset by an owner', async () => {
    const user = { username: 'two-factors', password: 'correct horse battery' };
    await running.call('POST', '/api/v1/users/', { body: { ...user, role: 'viewer' } });
    const login = { baseUrl: publicUrl, ...user };
    const { page, problems } = await openConsole(browser, login);
    await page.goto('/console/settings/second-factor');
    const secret = await turnOn(page);
    const codes = await page.getByLabel('Recovery codes').innerText();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download codes' }).click();
    const file = await (await downloading).path();
    expect([codes.split('\n').length, readFileSync(file, 'utf8')]).toEqual([10, `${codes}\n`]);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByLabel('Code').fill(generateSync({ secret, epoch: (Date.now() + CODE_MS) / 1_000 }));
    await page.getByRole('button', { name: 'Turn off the second factor' }).click();
    await page.getByRole('status').getByText('The second factor is off.').waitFor();
    await turnOn(page);
    await page.context().close();

    const { page: owner } = await openConsole(browser, { ...running, baseUrl: publicUrl });
    await owner.goto('/console/settings/users');
    await owner.getByRole('button', { name: `Edit ${user.username}` }).click();
    await owner.getByRole('button', { name: 'Reset second factor' }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Reset second factor' }).click();
    await owner.getByRole('dialog').waitFor({ state: 'detached' });
    await owner.context().close();
    await (await openConsole(browser, login)).page.context().close();
    expect(problems).toEqual([]);
  });
});

/** Turns the second factor on, up to the recovery codes. Returns its secret. */
async function turnOn(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('img', { name: 'The secret for an authenticator app' }).waitFor();
  const secret = await page.locator('code').innerText();
  await page.getByLabel('Code').fill(generateSync({ secret }));
  await page.getByRole('button', { name: 'Confirm code' }).click();
  await page.getByText('The second factor is on.').waitFor();
  return secret;
}
