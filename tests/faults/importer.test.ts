import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { request } from './src/client.ts';
import { PLAN_FOLDER_VARIABLE } from './src/crash-points.ts';
import { watchEvents, type SeenEvents } from './src/published-events.ts';
import { startFaultStack, type FaultStack } from './src/fault-stack.ts';
import { isLong, seededRandom } from './src/random.ts';

jest.setTimeout(1_500_000);

const DEATHS = isLong ? 50 : 4;
const ROWS_PER_FILE = isLong ? 100_000 : 6_000;
const FILES = 3;
/** Of each file, the rows whose addresses are in the next file too. */
const SHARED_ROWS = ROWS_PER_FILE / 10;
/** A chunk takes some hundred milliseconds. */
const DEATH_WITHIN_MS = 1_500;
/** Three reads each time; the key has 600 a minute. */
const PROGRESS_POLL_MS = 500;
const COVERED_EACH = 50;
const DUPLICATE_EACH = 100;

const random = seededRandom('importer');
let folder: string;
let faults: FaultStack;
let key: string;
let created: SeenEvents;
let updated: SeenEvents;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'outreach-crash-plans-'));
  const main = (app: string): string => path.resolve(import.meta.dirname, `../../apps/${app}/src/main.ts`);
  faults = await startFaultStack({
    workspaceCount: 1,
    env: { [PLAN_FOLDER_VARIABLE]: folder },
    entryOf: (app) =>
      app === 'contacts' ? path.join(import.meta.dirname, 'src/faulty-contacts-main.ts') : main(app),
  });
  key = faults.keys[0] ?? '';
  created = await watchEvents(faults.stack.natsUrl, 'contact.created');
  updated = await watchEvents(faults.stack.natsUrl, 'contact.updated');
});

afterAll(async () => {
  await created.stop();
  await updated.stop();
  await faults.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (route: string, method = 'GET', body?: unknown) =>
  request(faults.stack.baseUrl, { route, method, key, body });

/** Rows from `first` on: some of a suppressed domain, some that an earlier row of the file has had. */
function fileFrom(first: number): string {
  const rows = Array.from({ length: ROWS_PER_FILE }, (_, index) => {
    const number = first + index;
    if (index % COVERED_EACH === COVERED_EACH - 1) return `${number}@covered.example,Covered`;
    if (index % DUPLICATE_EACH === DUPLICATE_EACH - 2) return `${number - 1}@rows.example,Second`;
    return `${number}@rows.example,From ${first}`;
  });
  return `email,title\n${rows.join('\n')}\n`;
}

async function upload(content: string): Promise<string> {
  const form = new FormData();
  form.append('file', new File([content], 'rows.csv', { type: 'text/csv' }));
  const response = await fetch(`${faults.stack.baseUrl}/api/v1/imports/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  const job: { id: string } = JSON.parse(await response.text());
  expect(response.status).toBe(201);
  return job.id;
}

async function jobs(ids: readonly string[]) {
  return Promise.all(
    ids.map(async (id) => {
      const { status, body } = await ask(`/api/v1/imports/${id}/`);
      expect(status).toBe(200);
      return body;
    }),
  );
}

/** Kills the service at random moments, each time after some job has gone on since the death before. */
async function killWhileRunning(ids: readonly string[]): Promise<number> {
  let deaths = 0;
  let processedBefore = -1;
  while (deaths < DEATHS) {
    const found = await eventually(
      async () => {
        const present = await jobs(ids);
        const isOver = present.every((job) => job.finished_at !== null);
        if (!isOver) expect(processedIn(present)).toBeGreaterThan(processedBefore);
        return present;
      },
      { timeoutMs: 60_000, pollMs: PROGRESS_POLL_MS },
    );
    if (found.every((job) => job.finished_at !== null)) break;
    await delay(random() * DEATH_WITHIN_MS);
    processedBefore = processedIn(await jobs(ids));
    faults.stack.kill('contacts', 'SIGKILL');
    deaths += 1;
  }
  process.stderr.write(`importer: ${String(deaths)} deaths\n`);
  return deaths;
}

const processedIn = (all: readonly Record<string, number>[]): number =>
  all.reduce((sum, job) => sum + (job['processed_rows'] ?? 0), 0);

const COUNTERS = ['created', 'updated', 'unchanged', 'skipped', 'suppressed', 'conflict', 'error'];
const sumOf = (all: readonly Record<string, number>[], counter: string): number =>
  all.reduce((sum, job) => sum + (job[`${counter}_count`] ?? 0), 0);

describe('kill -9 of an importer at random moments', () => {
  it('leaves each row of three concurrent files taken exactly once, with one event per change', async () => {
    await ask('/api/v1/suppressions/', 'POST', { type: 'domain', value: 'covered.example' });
    const firsts = Array.from({ length: FILES }, (_, file) => file * (ROWS_PER_FILE - SHARED_ROWS));
    const ids = await Promise.all(firsts.map(async (first) => upload(fileFrom(first))));
    expect(await killWhileRunning(ids)).toBeGreaterThan(0);
    const done = await eventually(
      async () => {
        const found = await jobs(ids);
        for (const job of found) expect(job.finished_at).not.toBeNull();
        return found;
      },
      { timeoutMs: 600_000, pollMs: 500 },
    );
    for (const job of done) {
      expect(job).toMatchObject({
        status: 'completed',
        total_rows: ROWS_PER_FILE,
        processed_rows: ROWS_PER_FILE,
        suppressed_count: ROWS_PER_FILE / COVERED_EACH,
        skipped_count: ROWS_PER_FILE / DUPLICATE_EACH,
      });
      expect(COUNTERS.reduce((sum, counter) => sum + sumOf([job], counter), 0)).toBe(ROWS_PER_FILE);
    }
    const addresses = new Set(firsts.flatMap((first) => fileFrom(first).match(/^\d+@rows/gm) ?? []));
    const { body: list } = await ask('/api/v1/contacts/?page_size=1');
    expect(list.meta.total_count).toBe(addresses.size);
    expect(sumOf(done, 'created')).toBe(addresses.size);
    await eventually(
      () => {
        const events = [...created.idsOf.values()];
        expect(events).toHaveLength(addresses.size);
        expect(events.every((one) => one.size === 1)).toBe(true);
        const changes = [...updated.idsOf.values()].reduce((sum, one) => sum + one.size, 0);
        expect(changes).toBe(sumOf(done, 'updated'));
      },
      { timeoutMs: 60_000 },
    );
  });
});
