import { callRest, type Stack } from '@outreach/dev';
import { seedCredential } from '@outreach/dev/seed';
import { z } from 'zod';
import { cpuSecondsOf, showCpu } from './cpu.ts';
import { setRules } from './full-rules.ts';
import { importRows, toCsv } from './import-rows.ts';
import { showMemory, showMemoryOfAll, watchMemory } from './memory-watch.ts';
import { metricOf } from './metrics.ts';
import { poll } from './poll.ts';
import type { Bench, BenchInput } from './run-bench.ts';

const WAIT = { pollMs: 100, waitMsMax: 20 * 60_000 };
const PUBLISHED = 'outbox_published_total';

const Job = z.looseObject({
  id: z.string(),
  status: z.string(),
  total_rows: z.number(),
  created_count: z.number(),
  unchanged_count: z.number(),
  suppressed_count: z.number(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
});
type Job = z.output<typeof Job>;

export const importBench: Bench = {
  name: 'import',
  description: 'a CSV of --contacts rows: dedup, suppressions, a profile of five rules, an event per contact',
  run: async (input) => {
    const { stack, contacts: count, seed, print } = input;
    const { apiKey } = await seedCredential(stack, 'Bench');
    await setRules(stack, apiKey);
    const csv = toCsv(importRows(count, seed));
    print(`${count} rows, ${Math.round(csv.length / 1_024)} KiB`);
    await measure(input, { name: 'new contacts', csv, apiKey });
    await measure(input, { name: 'the same file again', csv, apiKey });
  },
};

interface Upload {
  readonly name: string;
  readonly csv: string;
  readonly apiKey: string;
}

async function measure(
  { stack, yardstick, print }: BenchInput,
  { name, csv, apiKey }: Upload,
): Promise<void> {
  const memory = await watchMemory(stack, 'contacts');
  const cpuBefore = await cpuSecondsOf(stack);
  const publishedBefore = await publishedOf(stack);
  const startedAtMs = performance.now();
  const { id } = await upload(stack, csv, apiKey);
  const uploadSeconds = (performance.now() - startedAtMs) / 1_000;
  const job = await ended(stack, id, apiKey);
  const behind = job.created_count - ((await publishedOf(stack)) - publishedBefore);
  const published = publishedBefore + job.created_count;
  await poll(
    async () => publishedOf(stack),
    (count) => count >= published,
    WAIT,
  );
  const allSeconds = (performance.now() - startedAtMs) / 1_000;
  const { start, most } = await memory.end();
  const seconds = (Date.parse(job.finished_at ?? '') - Date.parse(job.started_at ?? '')) / 1_000;
  const {
    created_count: created,
    unchanged_count: same,
    suppressed_count: suppressed,
    total_rows: rows,
  } = job;
  print(
    `${name}: ${yardstick.rate(rows / seconds, 'rows')} (${seconds.toFixed(1)} s after an upload of ${uploadSeconds.toFixed(1)} s); ${job.status}, ${created} created, ${same} unchanged, ${suppressed} suppressed`,
  );
  print(
    `  ${Math.max(behind, 0)} events unpublished at its end; ${yardstick.rate(rows / allSeconds, 'rows')} from the first byte to the last event`,
  );
  print(`  memory of contacts: ${showMemory(start)} before, ${showMemory(most)} at most`);
  print(`  memory of all afterwards: ${showMemoryOfAll(stack)}`);
  print(`  processor time per row: ${showCpu(cpuBefore, await cpuSecondsOf(stack), rows)}`);
}

/** Uploads a file and returns its job. */
export async function upload(stack: Stack, csv: string, apiKey: string): Promise<Job> {
  const form = new FormData();
  form.append('file', new File([csv], 'leads.csv', { type: 'text/csv' }));
  const response = await fetch(`${stack.baseUrl}/api/v1/imports/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}` },
    body: form,
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`The upload was answered ${response.status}: ${text}`);
  return Job.parse(JSON.parse(text));
}

/** Waits for the end of an import. */
export async function ended(stack: Stack, id: string, token: string): Promise<Job> {
  const path = `/api/v1/imports/${id}/`;
  return poll(
    async () => callRest(stack.baseUrl, { method: 'GET', path, token, answer: Job }),
    ({ finished_at }) => finished_at !== null,
    WAIT,
  );
}

async function publishedOf(stack: Stack): Promise<number> {
  const count = await metricOf(stack, 'contacts', PUBLISHED);
  return Number.isNaN(count) ? 0 : count;
}
