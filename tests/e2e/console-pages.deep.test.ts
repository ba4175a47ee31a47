/** @needs chromium */
import { AxeBuilder } from '@axe-core/playwright';
import { describe, expect, it, jest } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { DESKTOP, fillWorkspace, openConsole, PHONE, startBrowser } from './console-browser.ts';
import { startOwnStack } from './stack-harness.ts';

jest.setTimeout(300_000);

const shared = await sharedByTests(async () => {
  const running = await startOwnStack();
  const filled = await fillWorkspace(running.stack);
  const browser = await startBrowser();
  const stop = async (): Promise<void> => {
    await browser.close();
    await filled.close();
    await running.stop();
  };
  return { filled, browser, stop };
});

/** Few enough that a user stays within the rate limit. */
const PAGES_PER_USER = 5;
const SIZES = [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const;
const CASES = SIZES.flatMap(([size, viewport]) =>
  (['light', 'dark'] as const).map((colorScheme) => [size, colorScheme, viewport] as const),
);

/** Opens pages as one user. Returns what is wrong with them. */
async function look(
  addresses: readonly (readonly [name: string, address: string])[],
  options: Parameters<typeof openConsole>[2],
): Promise<string[]> {
  const login = await shared.filled.createLogin();
  const { page, problems } = await openConsole(shared.browser, login, options);
  const found: string[] = [];
  for (const [name, address] of addresses) {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    // Scripts do not run in the frame of an email, so axe would wait for it.
    const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
    for (const { id, nodes } of violations) found.push(`${name}: ${id}: ${nodes[0]?.html ?? ''}`);
    const overflowPx = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    if (Number(overflowPx) > 0) found.push(`${name}: ${String(overflowPx)} px wider than the screen`);
  }
  await page.context().close();
  return [...found, ...problems];
}

describe('every page of the console', () => {
  it.each(CASES)(
    'is accessible and inside of its policy on %s in the theme %s',
    async (_size, colorScheme, viewport) => {
      const addresses = Object.entries(shared.filled.pages);
      const found: string[] = [];
      for (let first = 0; first < addresses.length; first += PAGES_PER_USER)
        found.push(
          ...(await look(addresses.slice(first, first + PAGES_PER_USER), { viewport, colorScheme })),
        );
      expect(found).toEqual([]);
    },
  );
});

describe('the inbox', () => {
  it('sends an answer and closes the thread by keyboard alone', async () => {
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
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
