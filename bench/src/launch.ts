import { callRest, type Stack } from '@outreach/dev';
import { seedCredential } from '@outreach/dev/seed';
import { pause } from '@outreach/service-kit/lifecycle';
import { z } from 'zod';
import { cpuSecondsOf, showCpu } from './cpu.ts';
import { createRecord, post } from './given-campaign.ts';
import { importRows, toCsv } from './import-rows.ts';
import { ended, upload } from './import.ts';
import { showMemory, watchMemory } from './memory-watch.ts';
import { poll } from './poll.ts';
import type { Bench, BenchInput } from './run-bench.ts';

/** The polls stay below the limit of the key: 600 requests a minute. */
const WAIT = { pollMs: 200, waitMsMax: 10 * 60_000 };
/** Requests of the other clients, spaced evenly: the load stays below all limits of a key. */
const REQUESTS_PER_SECOND = 8;
/** Host and port of a mail server that nothing connects to: the launch sends no email by itself. */
const SMTP = { host: '127.0.0.1', port: 2_525, security: 'none' };

const Campaign = z.looseObject({
  status: z.string(),
  enrollment_counts: z.object({ pending: z.number(), active: z.number() }),
});

export const launch: Bench = {
  name: 'launch',
  description:
    'the launch of a campaign for --contacts contacts, with the latency of other requests meanwhile',
  run: async (input) => {
    const { stack, contacts: count, seed, seconds, yardstick, print } = input;
    const { apiKey } = await seedCredential(stack, 'Bench');
    const { apiKey: otherKey } = await seedCredential(stack, 'Others');
    const job = await upload(stack, toCsv(importRows(count, seed)), apiKey);
    const { created_count: created } = await ended(stack, job.id, apiKey);
    const contactId = await createRecord(stack, {
      key: otherKey,
      path: 'contacts/',
      body: { email: 'quiet@example.com' },
    });
    const path = `/api/v1/contacts/${contactId}/`;
    const quiet = await latencies(input, {
      path,
      key: otherKey,
      until: pause(seconds * 1_000, new AbortController().signal),
    });
    print(`other requests, quiet: ${yardstick.times(quiet)}`);
    const memory = await watchMemory(stack, 'campaigns');
    const cpuBefore = await cpuSecondsOf(stack);
    const startedAtMs = performance.now();
    const launched = launchAndWait(stack, apiKey, created);
    const busy = await latencies(input, { path, key: otherKey, until: launched });
    const elapsedSeconds = (performance.now() - startedAtMs) / 1_000;
    const enrolled = await launched;
    const { start, most } = await memory.end();
    print(
      `${enrolled} enrollments, ${yardstick.rate(enrolled / elapsedSeconds, 'enrollments')} (${elapsedSeconds.toFixed(1)} s)`,
    );
    print(`other requests, during the launch: ${yardstick.times(busy)}`);
    print(`  memory of campaigns: ${showMemory(start)} before, ${showMemory(most)} at most`);
    print(`  processor time per enrollment: ${showCpu(cpuBefore, await cpuSecondsOf(stack), enrolled)}`);
  },
};

/** Launches a new campaign for all contacts. Returns the number of enrollments when every contact is enrolled. */
async function launchAndWait(stack: Stack, key: string, contacts: number): Promise<number> {
  const sequence = await createRecord(stack, {
    key,
    path: 'sequences/',
    body: {
      name: 'Bench',
      steps: [{ subject: 'Hello {{ contact.first_name }}', body_html: '<p>Hello</p>' }],
    },
  });
  const account = await createRecord(stack, {
    key,
    path: 'sending-accounts/',
    body: {
      email: 'sender@outreach.example',
      provider: 'smtp',
      smtp: SMTP,
    },
  });
  const campaign = await createRecord(stack, {
    key,
    path: 'campaigns/',
    body: {
      name: 'Bench',
      campaign_type: 'nurture',
      sequence_id: sequence,
      sending_account_ids: [account],
    },
  });
  await post(stack, { key, path: `campaigns/${campaign}/launch/` });
  const path = `/api/v1/campaigns/${campaign}/`;
  const enrolled = async (): Promise<number> => {
    const reply = await callRest(stack.baseUrl, { method: 'GET', path, token: key, answer: Campaign });
    return reply.enrollment_counts.pending + reply.enrollment_counts.active;
  };
  return poll(enrolled, (count) => count >= contacts, WAIT);
}

interface OtherRequests {
  readonly path: string;
  readonly key: string;
  readonly until: Promise<unknown>;
}

/** Latencies in ms of requests at a fixed rate until a promise settles. */
async function latencies(
  { stack }: BenchInput,
  { path, key, until }: OtherRequests,
): Promise<readonly number[]> {
  const samples: number[] = [];
  const ending = new AbortController();
  void until.finally(() => {
    ending.abort();
  });
  while (!ending.signal.aborted) {
    const startedAtMs = performance.now();
    await callRest(stack.baseUrl, { method: 'GET', path, token: key, answer: z.unknown() });
    samples.push(performance.now() - startedAtMs);
    await pause(1_000 / REQUESTS_PER_SECOND, ending.signal);
  }
  return samples;
}
