import type { Stack } from '@outreach/dev';
import { seedCredential } from '@outreach/dev/seed';
import { busyOf, cpuSecondsOf, showCpu } from './cpu.ts';
import { contactBody } from './create.ts';
import { post } from './given-campaign.ts';
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
    for (const fanOut of input.fanOut === undefined ? FAN_OUTS : [input.fanOut])
      await measureThroughput(input, fanOut);
    await measureLatency(input);
  },
};

/** Builds a backlog while the webhooks process is down, then measures how fast the process delivers it. */
async function measureThroughput(
  { stack, seed, yardstick, print }: BenchInput,
  fanOut: number,
): Promise<void> {
  using receiver = await startReceiver();
  const keys = await seedReceivers(stack, { receiver, fanOut, workspaces: EVENTS / EVENTS_PER_WORKSPACE });
  receiver.arrivals.length = 0;
  await stack.stopProcess('webhooks');
  await createContacts(stack, { keys, count: EVENTS, name: `fan-${fanOut}-${seed}` });
  await stack.startProcess('webhooks');
  const before = await cpuSecondsOf(stack);
  const earlier = receiver.arrivals.length;
  await receiver.waitFor(EVENTS * fanOut);
  const after = await cpuSecondsOf(stack);
  const times = receiver.arrivals.map(({ atMs }) => atMs).sort((one, other) => one - other);
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
  const perSecond = times.length / seconds;
  const doubles = receiver.arrivals.length - EVENTS * fanOut;
  print(
    `fan-out ${fanOut}: ${yardstick.rate(perSecond, 'deliveries')} (${times.length} in ${seconds.toFixed(2)} s, ${doubles} doubled)`,
  );
  print(`processor time per delivery: ${showCpu(before, after, times.length - earlier)}`);
}

/** Measures the time from the commit to the receiver at a steady rate. */
async function measureLatency({ stack, seed, seconds, rate, yardstick, print }: BenchInput): Promise<void> {
  const perSecond = rate ?? LATENCY_EVENTS_PER_SECOND;
  using receiver = await startReceiver();
  const count = perSecond * seconds;
  const workspaces = Math.ceil(count / EVENTS_PER_WORKSPACE);
  const keys = await seedReceivers(stack, { receiver, fanOut: 1, workspaces });
  receiver.arrivals.length = 0;
  const before = await cpuSecondsOf(stack);
  const startedAtMs = performance.now();
  const pending: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    const dueMs = startedAtMs + (index * 1000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
    const key = keys[index % keys.length] ?? '';
    pending.push(createContact(stack, key, `latency-${index}-${seed}`));
  }
  await Promise.all(pending);
  await receiver.waitFor(count);
  const after = await cpuSecondsOf(stack);
  const latencies = receiver.arrivals.map(({ atMs, timestampMs }) => atMs - timestampMs);
  print(
    `${perSecond} events/s: commit to receiver ${yardstick.times(latencies)}; the machine is ${busyOf(before, after, seconds)} busy`,
  );
  print(`processor time per create with its delivery: ${showCpu(before, after, count)}`);
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
        name: `R${index}`,
        url: `${receiver.url}/${index}`,
        event_subscriptions: ['contact.created'],
      };
      await post(stack, { key: apiKey, path: 'webhooks/', body });
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
      await createContact(stack, keys[mine % keys.length] ?? '', `${name}-${mine}`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_CREATES }, work));
}

async function createContact(stack: Stack, key: string, name: string): Promise<void> {
  await post(stack, { key, path: 'contacts/', body: JSON.parse(contactBody(name)) as object });
}
