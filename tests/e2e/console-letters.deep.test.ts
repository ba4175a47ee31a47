/** @needs chromium */
import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { openConsole, startBrowser } from './console-browser.ts';
import { startOwnStack } from './stack-harness.ts';

jest.setTimeout(180_000);

const EMAIL = 'maria@example.com';
const USER = { username: 'maria', password: 'correct horse battery' };
const NEW_PASSWORD = 'another horse battery';

const shared = await sharedByTests(async () => {
  const sink = await startMailSink({ hasStartTls: false });
  const running = await startOwnStack({
    SYSTEM_SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    SYSTEM_MAIL_FROM: 'outreach@mail.test',
  });
  const browser = await startBrowser();
  const stop = async (): Promise<void> => {
    await browser.close();
    await running.stop();
    await sink.stop();
  };
  return { sink, running, browser, stop };
});
const { running, browser, sink } = shared;
const { baseUrl } = running.stack;

/** The link of the only letter to the address with this path. */
async function linkTo(path: string): Promise<string> {
  return eventually(() => {
    // Long lines are continued by "=" in quoted-printable.
    const letters = sink.received.map(({ source }) => source.replaceAll('=\r\n', '').replaceAll('=3D', '='));
    const link = letters.flatMap((text) => new RegExp(`${path}\\?token=[\\w.~-]+`).exec(text) ?? [])[0];
    if (link === undefined) throw new Error('The letter has not arrived.');
    return Promise.resolve(link);
  });
}

async function openLink(link: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseUrl });
  const page = await context.newPage();
  await page.goto(link);
  return page;
}

describe('the links of letters', () => {
  it('lead from an invitation to a user who is logged in, and from a forgotten password to a new one', async () => {
    const { page: owner, problems } = await openConsole(browser, { baseUrl, ...running });
    await owner.goto('/console/settings/invitations');
    await owner.getByRole('button', { name: 'Invite user' }).click();
    await owner.getByLabel('Email').fill(EMAIL);
    await owner.getByRole('dialog').getByRole('button', { name: 'Invite user' }).click();
    await owner.getByRole('button', { name: `Withdraw ${EMAIL}` }).waitFor();

    const invited = await openLink(await linkTo('/invite'));
    await invited.getByRole('heading', { name: 'Welcome to Outreach' }).waitFor();
    // The token is in no address that the browser keeps.
    expect(invited.url()).not.toContain('token');
    await invited.getByLabel('User name').fill(USER.username);
    await invited.getByLabel('Password', { exact: true }).fill(USER.password);
    await invited.getByRole('button', { name: 'Create user' }).click();
    await invited.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await invited.context().close();

    const forgetful = await openLink('/console/');
    await forgetful.getByRole('button', { name: 'Forgotten password' }).click();
    await forgetful.getByLabel('User name').fill(USER.username);
    await forgetful.getByRole('button', { name: 'Send letter' }).click();
    await forgetful.getByText('a letter is on its way').waitFor();
    await forgetful.context().close();

    const link = await linkTo('/reset');
    const reset = await openLink(link);
    await reset.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await reset.getByRole('button', { name: 'Set password' }).click();
    await reset.getByLabel('User name').fill(USER.username);
    await reset.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await reset.getByRole('button', { name: 'Log in' }).click();
    await reset.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await reset.context().close();

    const again = await openLink(link);
    await again.getByLabel('Password', { exact: true }).fill('a stolen password');
    await again.getByRole('button', { name: 'Set password' }).click();
    await again.getByRole('alert').getByText('The link is invalid, used or expired').waitFor();
    await again.context().close();
    expect(problems).toEqual([]);
    await owner.context().close();
  });
});

describe('a user with a second factor', () => {
  it('logs in with a recovery code after the password', async () => {
    const user = { username: 'two-factors', password: USER.password };
    await running.call('POST', '/api/v1/users/', { body: { ...user, role: 'viewer' } });
    const { body: tokens } = await running.call('POST', '/api/v1/auth/token/', { body: user, key: '' });
    const asUser = async (path: string, body?: object) =>
      running.call('POST', path, { key: tokens.access, ...(body === undefined ? {} : { body }) });
    const { body: totp } = await asUser('/api/v1/users/me/totp/');
    const { body: confirmed } = await asUser('/api/v1/users/me/totp/confirm/', {
      code: generateSync({ secret: totp.secret }),
    });
    const page = await openLink('/console/');
    await page.getByLabel('User name').fill(user.username);
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByLabel('Code').fill(confirmed.recovery_codes[0]);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.context().close();
  });
});

describe('a shared report', () => {
  it('is a page without a log-in, until it is deleted', async () => {
    const { page: owner, problems } = await openConsole(browser, { baseUrl, ...running });
    await owner.goto('/console/settings/reports');
    await owner.getByRole('button', { name: 'Share report' }).first().click();
    await owner.getByLabel('Name').fill('Spring numbers');
    await owner.getByRole('dialog').getByRole('button', { name: 'Share report' }).click();
    const link = owner.getByRole('link', { name: 'Spring numbers' });
    const address = new URL((await link.getAttribute('href')) ?? '').pathname;

    const reader = await openLink(address);
    await reader.getByRole('heading', { level: 1, name: 'Spring numbers' }).waitFor();
    await reader.getByText('No emails were sent in this period.').waitFor();

    await owner.getByRole('button', { name: 'Delete Spring numbers' }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Delete report' }).click();
    await owner.getByText('Nothing is shared.').waitFor();
    await reader.reload();
    await reader.getByRole('heading', { level: 1, name: 'This report does not exist' }).waitFor();
    await reader.context().close();
    expect(problems).toEqual([]);
    await owner.context().close();
  });
});
