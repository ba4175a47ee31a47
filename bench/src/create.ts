import { loadavg } from 'node:os';
import { cpuSecondsOf, showCpu } from './cpu.ts';
import { runLoad, showLoad } from './load.ts';
import type { Bench, BenchInput } from './run-bench.ts';
import { seedKeys } from './seed-keys.ts';

const CONNECTION_COUNTS = [8, 32] as const;
const WARM_UP_SECONDS = 3;
/** More than the machine can serve, so that no key reaches its limit. */
const CREATES_PER_SECOND_MAX = 4_000;

export const create: Bench = {
  name: 'create',
  description: 'POST /api/v1/contacts/ through the gateway, each for a new contact with its event',
  run: async (input) => {
    for (const connections of CONNECTION_COUNTS) await measure(input, connections);
  },
};

async function measure(
  { stack, seconds, seed, yardstick, print }: BenchInput,
  connections: number,
): Promise<void> {
  const requests = CREATES_PER_SECOND_MAX * (seconds + WARM_UP_SECONDS);
  const keys = await seedKeys(stack, { requests, kind: 'write' });
  const load = (part: string) => ({
    baseUrl: stack.baseUrl,
    connections,
    next: (index: number) => ({
      method: 'POST' as const,
      path: '/api/v1/contacts/',
      key: keys[index % keys.length] ?? '',
      body: contactBody(`${part}-${connections}-${index}-${seed}`),
    }),
  });
  await runLoad({ ...load('warm'), seconds: WARM_UP_SECONDS });
  const before = await cpuSecondsOf(stack);
  const result = await runLoad({ ...load('run'), seconds });
  const after = await cpuSecondsOf(stack);
  print(`${connections} connections: ${showLoad(result, yardstick)}`);
  print(`processor time per request: ${showCpu(before, after, result.latenciesMs.length)}`);
  print(`load average of the last minute: ${(loadavg()[0] ?? 0).toFixed(1)}`);
}

/** A contact as customers send them: names, title, company, two tags. */
export function contactBody(name: string): string {
  return JSON.stringify({
    email: `${name}@example.com`,
    first_name: 'Maria',
    last_name: `Keller ${name}`,
    title: 'Head of Sales',
    company_domain: 'example.com',
    tags: ['newsletter', 'trade-fair'],
  });
}
