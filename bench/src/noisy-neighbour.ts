import { seedCredential, seedCredentials } from '@outreach/dev/seed';
import { freePort } from '@outreach/testing';
import { cpuSecondsOf, showShares } from './cpu.ts';
import { generateContacts } from './generator.ts';
import { showLoopDelays } from './metrics.ts';
import { startHostile, type HostilePlan } from './noisy-neighbour-process.ts';
import { createCustomer, type Customer, type Latencies } from './noisy-neighbour-customer.ts';
import { keysOf } from './one-at-a-time.ts';
import { percentilesOf } from './percentiles.ts';
import { startReceiver } from './receiver-process.ts';
import type { Bench, BenchInput } from './run-bench.ts';

const KEYS = 8;
/** A workspace has at most 20 endpoints, so 128 endpoints need seven workspaces. */
const ENDPOINT_WORKSPACES = 7;
const WARM_UP_SECONDS = 10;
/** After the start of the hostile activities, before the measurement. */
const NOISE_SECONDS = 5;

export const noisyNeighbour: Bench = {
  name: 'noisy-neighbour',
  description: 'reads, creates and deliveries of one workspace beside hostile activities of another one',
  contactsDefault: 50_000,
  secondsDefault: 60,
  // The port of a name server that never answers.
  env: async () => ({ OUTBOUND_DNS_SERVERS: `127.0.0.1:${await freePort()}` }),
  runsDefault: 1,
  run: async (input) => {
    using receiver = await startReceiver();
    const plan = await seedHostile(input);
    const customer = await createCustomer({ stack: input.stack, seed: input.seed, receiver });
    await customer.run(WARM_UP_SECONDS);
    const quiet = await measure(input, { name: 'quiet', customer });
    const hostile = await startHostile(plan);
    try {
      await customer.run(NOISE_SECONDS);
      const noisy = await measure(input, { name: 'noisy', customer });
      for (const kind of KINDS) input.print(`${kind}: ${compare(quiet[kind], noisy[kind])}`);
    } finally {
      for (const line of await hostile.end()) input.print(`  ${line}`);
    }
  },
};

const KINDS = ['reads', 'creates', 'deliveries'] as const;

async function seedHostile(input: BenchInput): Promise<HostilePlan> {
  const { stack, only } = input;
  const { workspace, apiKey } = await seedCredential(stack, 'Hostile');
  const keys = [...(await keysOf(stack, apiKey, KEYS))];
  await generateContacts(input, workspace.id);
  const owners = await seedCredentials(stack, { name: 'Hanging', count: ENDPOINT_WORKSPACES });
  return {
    port: stack.ports.gateway,
    nameServer: stack.environmentOf('webhooks')['OUTBOUND_DNS_SERVERS'] ?? '',
    keys,
    endpointKeys: owners.map((owner) => owner.apiKey),
    only: only.split(',').filter((name) => name !== ''),
  };
}

interface Run {
  readonly name: string;
  readonly customer: Customer;
}

async function measure({ stack, seconds, print }: BenchInput, { name, customer }: Run): Promise<Latencies> {
  const before = await cpuSecondsOf(stack);
  const latencies = await customer.run(seconds);
  print(`${name}: ${latencies.errors}`);
  print(`  longest delay of the event loop: ${await showLoopDelays(stack)}`);
  print(`  processor time: ${showShares(before, await cpuSecondsOf(stack), seconds)}`);
  return latencies;
}

function compare(quiet: readonly number[], noisy: readonly number[]): string {
  const [before, after] = [percentilesOf(quiet), percentilesOf(noisy)];
  const show = (name: 'p50' | 'p99'): string =>
    `${name} ${before[name].toFixed(1)} → ${after[name].toFixed(1)} ms (× ${(after[name] / before[name]).toFixed(2)})`;
  return `${show('p50')}, ${show('p99')}, ${quiet.length} and ${noisy.length} samples`;
}
