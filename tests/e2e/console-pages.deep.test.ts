/** @needs chromium */
import { AxeBuilder } from '@axe-core/playwright';
import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import type { Page } from 'playwright-core';
import {
  changeLook,
  fillWorkspace,
  LOOK_SETTINGS,
  LOOKS,
  openConsole,
  startBrowser,
  visitPages,
} from './console-browser.ts';
import { startOwnStack } from './stack-harness.ts';

jest.setTimeout(300_000);

const shared = await sharedByTests(async () => {
  const running = await startOwnStack(LOOK_SETTINGS);
  const filled = await fillWorkspace(running.stack);
  const browser = await startBrowser();
  const stop = async (): Promise<void> => {
    await browser.close();
    await filled.close();
    await running.stop();
  };
  return { running, filled, browser, stop };
});

/** What a theme can break; the rest is the same in all themes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
const MINUTE_STEPS = 6;
const STEP_MS = 10_000;
const POLLS_MAX = 20;
/** One of each kind; every page has the polls of the frame. */
const POLLING_PAGES = ['overview', 'campaign', 'thread', 'account', 'delivery'];

/** What is wrong with the page in this size and theme. */
async function faultsOf(page: Page, look: (typeof LOOKS)[number]): Promise<string[]> {
  await changeLook(page, look);
  // The frame of an email has an empty sandbox, in which no script of the checker runs. The legacy mode checks the page
  // alone, and opens no other page for its result.
  const builder = new AxeBuilder({ page }).exclude('iframe').setLegacyMode();
  if (look.colorScheme === 'dark') builder.withRules(COLOR_RULES);
  const { violations } = await builder.analyze();
  const found = violations.map(({ id, nodes }) => `${look.name}: ${id}: ${nodes[0]?.html ?? ''}`);
  const overflowPx = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
  return overflowPx > 0 ? [...found, `${look.name}: ${overflowPx} px wider than the screen`] : found;
}

/** Counts the requests of a page. `requestsUntilNow` waits for their responses. */
const COUNT_REQUESTS = `
  const send = globalThis.fetch;
  const running = new Set();
  let count = 0;
  globalThis.fetch = (...given) => {
    count += 1;
    const response = send(...given);
    running.add(response);
    return response.finally(() => running.delete(response));
  };
  globalThis.requestsUntilNow = async () => {
    await Promise.allSettled(running);
    return count;
  };`;

/** The requests that an open page makes in a minute, whose time passes at once. */
async function requestsInMinute(page: Page): Promise<number> {
  const before = Number(await page.evaluate('requestsUntilNow()'));
  for (let step = 0; step < MINUTE_STEPS; step += 1) {
    await page.clock.runFor(STEP_MS);
    await page.evaluate('requestsUntilNow()');
  }
  return Number(await page.evaluate('requestsUntilNow()')) - before;
}

describe('every page of the console', () => {
  it('is accessible and inside of its policy on phones and desktops, light and dark', async () => {
    const found: string[] = [];
    const problems = await visitPages(shared.browser, shared.filled, async (name, page) => {
      for (const look of LOOKS)
        for (const fault of await faultsOf(page, look)) found.push(`${name}: ${fault}`);
    });
    expect([...found, ...problems]).toEqual([]);
  });
});

/** Closes an attribute and an element, and runs where a text is taken for HTML, an address or a template. */
const HOSTILE = `"'></title></script><img src=x onerror="document.title='run'"><script>document.title='run'</script>{{7*7}}`;

describe('a text of a stranger', () => {
  it('is shown as text on every page', async () => {
    const { running, browser } = shared;
    const create = async (path: string, body: object): Promise<string> => {
      const answer = await running.call('POST', `/api/v1/${path}/`, { body });
      if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
      return answer.body.id;
    };
    const person = { first_name: HOSTILE, last_name: HOSTILE, title: HOSTILE, tags: ['<b>'] };
    const contact = await create('contacts', {
      email: 'stranger@example.com',
      ...person,
      company: { name: HOSTILE },
    });
    const segment = await create('segments', {
      name: HOSTILE,
      segment_type: 'static',
      contact_ids: [contact],
    });
    const steps = [
      { subject: '<script>1</script>', body_html: `<p onclick="x">${HOSTILE.slice(0, 90)}</p>` },
    ];
    const sequence = await create('sequences', { name: HOSTILE, steps });
    const account = await create('sending-accounts', {
      email: 'stranger@sender.example',
      smtp: { host: 'smtp.sender.example', port: 587, username: HOSTILE, password: 'secret' },
    });
    const campaign = await create('campaigns', {
      name: HOSTILE,
      campaign_type: 'nurture',
      sequence_id: sequence,
      sending_account_ids: [account],
    });
    const endpoint = {
      name: HOSTILE,
      url: 'https://receiver.example/',
      event_subscriptions: ['contact.created'],
    };
    const webhook = await create('webhooks', endpoint);
    await create('reports', { name: HOSTILE });
    const addresses = [
      'contacts',
      `contacts/${contact}`,
      'contacts/segments',
      `contacts/segments/${segment}`,
      'sequences',
      `sequences/${sequence}?contact=${contact}`,
      'campaigns',
      `campaigns/${campaign}`,
      'webhooks',
      `webhooks/${webhook}`,
      'settings/reports',
      'settings/audit-log',
    ];
    const { page, problems } = await openConsole(browser, { ...running, baseUrl: running.stack.baseUrl });
    const shown: string[] = [];
    for (const address of addresses) {
      await page.goto(`/console/${address}`);
      await page.waitForLoadState('networkidle');
      if ((await page.locator('body').innerText()).includes(HOSTILE)) shown.push(address);
      expect([address, await page.locator('img[src="x"]').count()]).toEqual([address, 0]);
      expect(await page.title()).not.toBe('run');
    }
    expect(shown.length).toBeGreaterThanOrEqual(9);
    // The frame of the preview refuses the script of the email.
    expect(problems.filter((problem) => !problem.includes('sandbox'))).toEqual([]);
    await page.context().close();
  });
});

describe('an address of another workspace', () => {
  it('shows that nothing is there', async () => {
    const { running, browser, filled } = shared;
    // A user of its own: a user has 120 requests a minute.
    const login = { username: 'foreign-pages', password: 'correct horse battery' };
    await running.call('POST', '/api/v1/users/', { body: { ...login, role: 'admin' } });
    const { page } = await openConsole(browser, { baseUrl: running.stack.baseUrl, ...login });
    for (const name of [
      'campaign',
      'contact',
      'segment',
      'import-job',
      'sequence',
      'account',
      'webhook',
      'delivery',
      'thread',
    ]) {
      await page.goto(filled.pages[name] ?? '');
      await page.getByText('does not exist in this workspace').first().waitFor();
      const text = await page.locator('main').innerText();
      expect([name, /ada@example|example\d\.com|Founders in spring/.test(text)]).toEqual([name, false]);
    }
    await page.context().close();
  });
});

describe('an open page', () => {
  it.each(POLLING_PAGES)('makes at most 20 requests a minute, and none in a hidden tab: %s', async (name) => {
    const { filled, browser } = shared;
    const { page } = await openConsole(browser, await filled.createLogin());
    await page.clock.install();
    await page.addInitScript(COUNT_REQUESTS);
    await page.goto(filled.pages[name] ?? '');
    await page.waitForLoadState('networkidle');
    const visible = await requestsInMinute(page);
    await page.evaluate("Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })");
    const hidden = await requestsInMinute(page);
    expect(visible).toBeGreaterThan(0);
    expect(visible).toBeLessThanOrEqual(POLLS_MAX);
    expect(hidden).toBe(0);
    await page.context().close();
  });
});

describe('the inbox', () => {
  it('sends an answer and closes the thread by keyboard alone, and the closing can be undone', async () => {
    const { filled, browser } = shared;
    const { page, problems } = await openConsole(browser, await filled.createLogin());
    await page.goto(filled.pages['inbox'] ?? '');
    await page.getByRole('navigation', { name: 'Threads' }).getByRole('button').first().waitFor();
    await page.keyboard.press('j');
    await page.getByLabel('Answer', { exact: true }).waitFor();
    await page.keyboard.press('r');
    await page.keyboard.type('Tuesday at ten?');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Tuesday at ten?').first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('e');
    await page.getByRole('button', { name: 'Open thread' }).waitFor();
    await page.getByText('The thread is closed.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Close thread' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('sends an answer once when its result is lost and the page is loaded again', async () => {
    const { filled, browser } = shared;
    const { page } = await openConsole(browser, await filled.createLogin());
    await page.goto(filled.pages['thread'] ?? '');
    const answer = page.getByRole('textbox', { name: 'Answer' });
    await answer.fill('Sent once.');
    await page.route('**/reply/', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Send answer' }).click();
    await page.getByRole('alert').waitFor();
    await page.unroute('**/reply/');
    await page.reload();
    await eventually(async () => expect(await answer.inputValue()).toBe('Sent once.'));
    await page.getByRole('button', { name: 'Send answer' }).click();
    await eventually(async () => expect(await answer.inputValue()).toBe(''));
    await page.reload();
    await page.getByRole('article').getByText('Sent once.').first().waitFor();
    expect(await page.getByRole('article').getByText('Sent once.').count()).toBe(1);
    await page.context().close();
  });

  it('shows its filters, threads and conversation one at a time on a phone, each at an address', async () => {
    const { filled, browser } = shared;
    const { page, problems } = await openConsole(browser, await filled.createLogin());
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(filled.pages['inbox'] ?? '');
    const filters = page.getByRole('region', { name: 'Filters' });
    const threads = page.getByRole('navigation', { name: 'Threads' });
    await threads.waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    await filters.getByRole('button', { name: 'Closed' }).click();
    await filters.getByRole('combobox', { name: 'Account' }).click();
    await page.getByRole('option', { name: 'demo@outreach.example' }).click();
    await page.reload();
    await filters.getByRole('button', { name: 'Closed', pressed: true }).waitFor();
    const account = filters.getByRole('combobox', { name: 'Account' });
    await eventually(async () => expect(await account.inputValue()).toBe('demo@outreach.example'));
    expect(await threads.count()).toBe(0);
    await page.getByRole('button', { name: 'Show threads' }).click();
    await page.getByText('No thread matches.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await threads.getByRole('button').first().click();
    await page.getByLabel('Answer', { exact: true }).waitFor();
    expect(await threads.count()).toBe(0);
    await page.goBack();
    await threads.waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
