import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const DESKTOP = { width: 1_440, height: 900 };

/** Headless Chromium of the distribution. @throws Error if it is not installed. */
export async function startBrowser(): Promise<Browser> {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const executablePath = folders
    .map((folder) => path.join(folder, 'chromium'))
    .find((file) => existsSync(file));
  if (executablePath === undefined)
    throw new Error('Chromium is not installed: no folder of PATH has a program named chromium.');
  return chromium.launch({ executablePath, args: ['--disable-dev-shm-usage'] });
}

/** A browser for `sharedByTests`, which stops what it starts. */
export async function startSharedBrowser(): Promise<{ readonly started: Browser; stop(): Promise<void> }> {
  const started = await startBrowser();
  return { started, stop: async () => started.close() };
}

export interface Login {
  readonly baseUrl: string;
  readonly username: string;
  readonly password: string;
}

export interface ConsolePage {
  readonly page: Page;
  /** Uncaught errors, and violations of the policy. */
  readonly problems: readonly string[];
}

/** Opens the console and logs in. */
export async function openConsole(
  browser: Browser,
  login: Login,
  options: BrowserContextOptions = {},
): Promise<ConsolePage> {
  const context = await browser.newContext({ baseURL: login.baseUrl, viewport: DESKTOP, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // Without a session the page asks once and gets a 401.
    if (message.type() === 'error' && !message.text().includes('status of 401'))
      problems.push(message.text());
  });
  await page.goto('/console/');
  await page.getByLabel('User name').fill(login.username);
  await page.getByLabel('Password', { exact: true }).fill(login.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  return { page, problems };
}
