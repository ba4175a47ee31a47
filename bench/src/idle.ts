import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import type { Stack } from '@outreach/dev';
import { z } from 'zod';
import { cpuSecondsOf, usedSeconds } from './cpu.ts';
import { showMemoryOfAll } from './memory-watch.ts';
import type { Bench } from './run-bench.ts';

/** Time for the work after the start: indexes, compilation, first polls. */
const SETTLE_MS = 15_000;
const MS_PER_SECOND = 1_000;
const SERVERS = new Set(['mongod', 'nats']);
const LOAD = 'load';

const statusSchema = z.object({ opcounters: z.record(z.string(), z.unknown()) });

export const idle: Bench = {
  name: 'idle',
  description: 'five services and their servers without any request',
  run: async ({ stack, seconds, print }) => {
    await delay(SETTLE_MS);
    const [cpuBefore, commandsBefore] = [await cpuSecondsOf(stack), await commandCount(stack)];
    await delay(seconds * MS_PER_SECOND);
    const [cpuAfter, commandsAfter] = [await cpuSecondsOf(stack), await commandCount(stack)];
    const shares = usedSeconds(cpuBefore, cpuAfter)
      .filter(([name]) => name !== LOAD)
      .map(([name, used]) => [name, (used / seconds) * 100] as const);
    const services = shares.filter(([name]) => !SERVERS.has(name));
    print(
      `services: ${sum(services).toFixed(2)} % of a core; with mongod and nats: ${sum(shares).toFixed(2)} %`,
    );
    print(shares.map(([name, percent]) => `${name} ${percent.toFixed(2)} %`).join(', '));
    print(`${((commandsAfter - commandsBefore) / seconds).toFixed(1)} database commands per second`);
    print(`memory: ${showMemoryOfAll(stack)}`);
  },
};

function sum(shares: readonly (readonly [string, number])[]): number {
  return shares.reduce((total, [, percent]) => total + percent, 0);
}

/** Reads, writes and other commands since the start of the server. */
async function commandCount(stack: Stack): Promise<number> {
  await using client = await MongoClient.connect(stack.mongodbUri);
  const status = await client.db('admin').command({ serverStatus: 1 });
  const { opcounters } = statusSchema.parse(status);
  const counts = Object.values(opcounters).filter((count) => typeof count === 'number');
  return counts.reduce((sum, count) => sum + count, 0);
}
