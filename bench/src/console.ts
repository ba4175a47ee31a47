import { loadavg } from 'node:os';
import { ensureConsole } from '@outreach/dev/console-build';
import {
  CONTACT_ROWS,
  openConsole,
  scrollRows,
  startBrowser,
  type Login,
  type ScrollResult,
} from '@outreach/testing/browser';
import type { Browser, Page, Response } from 'playwright-core';
import { stepsOf } from './console-steps.ts';
import { fillConsole, type ConsoleWorkspace } from './console-workspace.ts';
import { contentTimeMs } from './content-time.ts';
import { percentilesOf } from './percentiles.ts';
import { measureRounds, type RoundInput } from './rounds.ts';
import type { BenchInput, ProductBench } from './run-bench.ts';

/** A user has 120 requests a minute, and opens every page once in a round. */
const USERS = 5;
const ROUNDS = 2;
const SCROLLED_ROWS = 5_000;
const TOO_MANY_REQUESTS = 429;

export const consoleBench: ProductBench = {
  name: 'console',
  description: 'from a click to the painted content in Chromium, and long tasks while the contacts scroll',
  env: async () => {
    await ensureConsole(console.log);
    return {};
  },
  fillsOnce: true,
  run: async (input) => {
    const browser = await startBrowser();
    try {
      const workspace = await fillConsole(input);
      try {
        await measureRounds(input, async (round) => measure(round, { browser, workspace }));
      } finally {
        await workspace.close();
      }
    } finally {
      await browser.close();
    }
  },
};

interface Opened {
  readonly browser: Browser;
  readonly workspace: ConsoleWorkspace;
}

async function measure(input: RoundInput, { browser, workspace }: Opened): Promise<void> {
  const open = async (login: Login): Promise<Page> => (await openConsole(browser, login)).page;
  const [scrolling, ...clicking] = await workspace.createLogins(USERS + 1);
  const pages = await Promise.all(clicking.map(open));
  // Other work on the machine makes every figure larger.
  input.print(`load average of the last minute before the clicks: ${(loadavg()[0] ?? 0).toFixed(1)}`);
  await measureClicks(pages, input);
  await Promise.all(pages.map(async (page) => page.context().close()));
  if (scrolling === undefined) return;
  const page = await open(scrolling);
  await measureScroll(page, input);
  await page.context().close();
}

interface Sample {
  readonly name: string;
  readonly round: number;
  readonly isTyped: boolean;
  readonly ms: number;
}

async function measureClicks(pages: readonly Page[], { print, round: repeated }: RoundInput): Promise<void> {
  const samples: Sample[] = [];
  const refused: string[] = [];
  const note = (response: Response): void => {
    if (response.status() === TOO_MANY_REQUESTS) refused.push(response.url());
  };
  for (const page of pages) page.on('response', note);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, page] of pages.entries())
      for (const step of stepsOf((repeated * ROUNDS + round) * USERS + index)) {
        const ms = await contentTimeMs(page, step);
        samples.push({ name: step.name, round, isTyped: step.isTyped === true, ms });
      }
  if (refused.length > 0) throw new Error(`A user has exceeded its rate limit: ${refused.join(', ')}`);
  for (const name of new Set(samples.map((sample) => sample.name)))
    print(
      show(
        name,
        samples.filter((sample) => sample.name === name),
      ),
    );
  const clicks = samples.filter(({ isTyped }) => !isTyped);
  print(show('all clicks', clicks));
  print(
    show(
      '  first visit of a user',
      clicks.filter(({ round }) => round === 0),
    ),
  );
  print(
    show(
      '  later visit',
      clicks.filter(({ round }) => round > 0),
    ),
  );
  print(show('all clicks and typed texts', samples));
}

function show(name: string, samples: readonly Sample[]): string {
  const { p50, p95, max } = percentilesOf(samples.map(({ ms }) => ms));
  const figures = `p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)}, max ${max.toFixed(0)} ms`;
  return `${name.padEnd(30)} ${String(samples.length).padStart(4)} times: ${figures}`;
}

async function measureScroll(page: Page, { print }: BenchInput): Promise<void> {
  await page.getByRole('link', { name: 'Contacts' }).click();
  await page.getByRole('main').getByRole('link', { name: '.example' }).first().waitFor();
  print(showScroll(await scrollRows(page, CONTACT_ROWS, SCROLLED_ROWS)));
}

function showScroll({ rows, durationMs, frames, droppedFrames, longTasksMs }: ScrollResult): string {
  const seconds = (durationMs / 1_000).toFixed(1);
  const longest = Math.max(0, ...longTasksMs).toFixed(0);
  return [
    `${rows} rows of contacts scrolled in ${seconds} s: ${frames} frames, ${droppedFrames} dropped;`,
    `${longTasksMs.length} tasks over 50 ms, the longest ${longest} ms`,
  ].join(' ');
}
