import { z } from 'zod';
import { callRest } from '@outreach/dev';
import { contactBody } from './create.ts';
import { runLoad, showLoad } from './load.ts';
import type { Bench } from './run-bench.ts';
import { seedKeys } from './seed-keys.ts';

const CONNECTIONS = 32;
const WARM_UP_SECONDS = 3;
const READS_PER_SECOND_MAX = 8_000;

export const read: Bench = {
  name: 'read',
  what: 'GET one contact through the gateway and gRPC',
  run: async ({ stack, seconds, seed, say }) => {
    const requests = READS_PER_SECOND_MAX * (seconds + WARM_UP_SECONDS);
    const keys = await seedKeys(stack, { requests, kind: 'read' });
    const targets = await Promise.all(
      keys.map(async (key, index) => {
        const body: unknown = JSON.parse(contactBody(`read-${String(index)}-${String(seed)}`));
        const answer = z.object({ id: z.string() });
        const { id } = await callRest(stack.baseUrl, {
          method: 'POST',
          path: '/api/v1/contacts/',
          token: key,
          body,
          answer,
        });
        return { key, path: `/api/v1/contacts/${id}/`, method: 'GET' as const };
      }),
    );
    const [first] = targets;
    if (first === undefined) return;
    const next = (index: number) => targets[index % targets.length] ?? first;
    await runLoad({ baseUrl: stack.baseUrl, connections: CONNECTIONS, seconds: WARM_UP_SECONDS, next });
    const result = await runLoad({ baseUrl: stack.baseUrl, connections: CONNECTIONS, seconds, next });
    say(`${String(CONNECTIONS)} connections: ${showLoad(result)}`);
  },
};
