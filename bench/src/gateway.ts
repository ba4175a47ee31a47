import type { Stack } from '@outreach/dev';
import { contactBody } from './create.ts';
import { cpuSecondsOf, showCpu } from './cpu.ts';
import { createRecord } from './given-campaign.ts';
import { runLoad, showLoad, type LoadRequest } from './load.ts';
import type { Bench } from './run-bench.ts';
import { seedKeys } from './seed-keys.ts';

const CONNECTIONS = 32;
const WARM_UP_SECONDS = 3;
const READS_PER_SECOND_MAX = 8_000;

export const gateway: Bench = {
  name: 'gateway',
  description: 'GET one contact through the gateway and gRPC, with the processor time of each process',
  run: async ({ stack, seconds, seed, yardstick, print }) => {
    const requests = READS_PER_SECOND_MAX * (seconds + WARM_UP_SECONDS);
    const keys = await seedKeys(stack, { requests, kind: 'read' });
    const targets = await Promise.all(keys.map(async (key, index) => target(stack, key, `${index}-${seed}`)));
    const [first] = targets;
    if (first === undefined) return;
    const next = (index: number) => targets[index % targets.length] ?? first;
    await runLoad({ baseUrl: stack.baseUrl, connections: CONNECTIONS, seconds: WARM_UP_SECONDS, next });
    const before = await cpuSecondsOf(stack);
    const result = await runLoad({ baseUrl: stack.baseUrl, connections: CONNECTIONS, seconds, next });
    const after = await cpuSecondsOf(stack);
    print(`${CONNECTIONS} connections: ${showLoad(result, yardstick)}`);
    print(`processor time per request: ${showCpu(before, after, result.latenciesMs.length)}`);
  },
};

/** A contact that the key reads. */
async function target(stack: Stack, key: string, name: string): Promise<LoadRequest> {
  const body = JSON.parse(contactBody(`read-${name}`)) as object;
  const id = await createRecord(stack, { key, path: 'contacts/', body });
  return { key, path: `/api/v1/contacts/${id}/`, method: 'GET' };
}
