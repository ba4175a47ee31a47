import { z } from 'zod';
import { callRest, seedCredential, type Stack } from '@outreach/dev';
import { contactBody } from './create.ts';
import { percentilesOf, showPercentiles } from './percentiles.ts';
import { startReceiver, type Receiver } from './receiver-process.ts';
import type { Bench, BenchInput } from './run-bench.ts';

const FAN_OUTS = [1, 5] as const;
const EVENTS = 6_000;
/** Writes of one workspace stay below its limit. */
const EVENTS_PER_WORKSPACE = 250;
const LATENCY_EVENTS_PER_SECOND = 200;

export const webhookDelivery: Bench = {
  name: 'webhook-delivery',
  description: 'events of contact creates to a receiver in a process of its own',
  run: async (input) => {
    for (const fanOut of FAN_OUTS) await measureThroughput(input, fanOut);
    await measureLatency(input);
  },
};

/** Builds a backlog while the webhooks process is down, then measures how fast the process delivers it. */
async function measureThroughput({ stack, seed, print }: BenchInput, fanOut: number): Promise<void> {
  const receiver = await startReceiver();
  const keys = await seedReceivers(stack, { receiver, fanOut, workspaces: EVENTS / EVENTS_PER_WORKSPACE });
  receiver.arrivals.length = 0;
  await stack.stopProcess('webhooks');
  await createContacts(stack, { keys, count: EVENTS, name: `fan-${String(fanOut)}-${String(seed)}` });
  await stack.startProcess('webhooks');
  await receiver.waitFor(EVENTS * fanOut);
  const times = receiver.arrivals.map(({ atMs }) => atMs).sort((one, other) => one - other);
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
  const doubles = receiver.arrivals.length - EVENTS * fanOut;
  print(
    `fan-out ${String(fanOut)}: ${(times.length / seconds).toFixed(0)} deliveries/s (${String(times.length)} in ${seconds.toFixed(2)} s, ${String(doubles)} doubled)`,
  );
  receiver.stop();
}

/** Measures the time from the commit to the receiver at a steady rate. */
async function measureLatency({ stack, seed, seconds, print }: BenchInput): Promise<void> {
  const receiver = await startReceiver();
  const count = LATENCY_EVENTS_PER_SECOND * seconds;
  const workspaces = Math.ceil(count / EVENTS_PER_WORKSPACE);
  const keys = await seedReceivers(stack, { receiver, fanOut: 1, workspaces });
  receiver.arrivals.length = 0;
  const startedAtMs = performance.now();
  const pending: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    const dueMs = startedAtMs + (index * 1000) / LATENCY_EVENTS_PER_SECOND;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
    const key = keys[index % keys.length] ?? '';
    pending.push(createContact(stack, key, `latency-${String(index)}-${String(seed)}`));
  }
  await Promise.all(pending);
  await receiver.waitFor(count);
  const latencies = receiver.arrivals.map(({ atMs, timestampMs }) => atMs - timestampMs);
  print(
    `${String(LATENCY_EVENTS_PER_SECOND)} events/s: commit to receiver ${showPercentiles(percentilesOf(latencies))}`,
  );
  receiver.stop();
}

interface Audience {
  readonly receiver: Receiver;
  readonly fanOut: number;
  readonly workspaces: number;
}

async function seedReceivers(stack: Stack, { receiver, fanOut, workspaces }: Audience): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < workspaces) {
    const { apiKey } = await seedCredential(stack, 'Bench');
    for (let index = 0; index < fanOut; index += 1) {
      const body = {
        name: `R${String(index)}`,
        url: `${receiver.url}/${String(index)}`,
        event_subscriptions: ['contact.created'],
      };
      await callRest(stack.baseUrl, {
        method: 'POST',
        path: '/api/v1/webhooks/',
        token: apiKey,
        body,
        answer: z.unknown(),
      });
    }
    keys.push(apiKey);
  }
  return keys;
}

interface Backlog {
  readonly keys: readonly string[];
  readonly count: number;
  readonly name: string;
}

const PARALLEL_CREATES = 32;

async function createContacts(stack: Stack, { keys, count, name }: Backlog): Promise<void> {
  let index = 0;
  const work = async (): Promise<void> => {
    while (index < count) {
      const mine = index;
      index += 1;
      await createContact(stack, keys[mine % keys.length] ?? '', `${name}-${String(mine)}`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_CREATES }, work));
}

async function createContact(stack: Stack, token: string, name: string): Promise<void> {
  const body: unknown = JSON.parse(contactBody(name));
  await callRest(stack.baseUrl, {
    method: 'POST',
    path: '/api/v1/contacts/',
    token,
    body,
    answer: z.unknown(),
  });
}
