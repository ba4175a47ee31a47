/** @needs chromium */
import { describe, expect, it, jest } from '@jest/globals';
import { freePort } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { startOAuthServer } from '@outreach/testing/oauth-server';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { openConsole, startBrowser } from './console-browser.ts';
import { startFrontDoor } from './front-door.ts';
import { startOwnStack } from './stack-harness.ts';

jest.setTimeout(180_000);

const MAILBOX = 'owner@mail.test';

const shared = await sharedByTests(async () => {
  const publicUrl = `http://127.0.0.1:${await freePort()}`;
  const oauth = await startOAuthServer(`${publicUrl}/oauth/callback/`);
  const sink = await startMailSink();
  const server = `127.0.0.1:${sink.port}:none`;
  const running = await startOwnStack({
    ...oauth.settings,
    OAUTH_GOOGLE_SMTP: server,
    OAUTH_GOOGLE_IMAP: server,
    PUBLIC_BASE_URL: publicUrl,
  });
  const door = await startFrontDoor(Number(new URL(publicUrl).port), () => running.stack.baseUrl);
  const browser = await startBrowser();
  const stop = async (): Promise<void> => {
    await browser.close();
    await door.stop();
    await running.stop();
    await sink.stop();
    await oauth.stop();
  };
  return { running, browser, publicUrl, stop };
});

describe('a mailbox of Google in the console', () => {
  it.each([
    ['is connected by the consent of its owner', 'false', `${MAILBOX} is connected.`],
    ['is not connected without a consent', 'true', 'The access was not allowed on the page of the provider.'],
  ])('%s', async (_name, refuses, text) => {
    const { username, password } = shared.running;
    const login = { baseUrl: shared.publicUrl, username, password };
    const { page, problems } = await openConsole(shared.browser, login);
    await page.goto('/console/accounts/new');
    await page.setExtraHTTPHeaders({ 'x-owner': MAILBOX, 'x-refuses': refuses });
    await page.getByRole('button', { name: 'Connect Google mailbox' }).click();
    await page.waitForURL(/\/console\/accounts\/connected/);
    await page.getByText(text).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
