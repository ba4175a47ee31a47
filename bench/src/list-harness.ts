import { seedCredential } from '@outreach/dev/seed';
import { z } from 'zod';
import { generateContacts } from './generator.ts';
import { createSend, keysOf, measure, type ApiRequest, type Case } from './one-at-a-time.ts';
import { measureRounds } from './rounds.ts';
import type { BenchInput } from './run-bench.ts';

/** Requests use as many keys as the limit of one workspace allows. */
const KEY_COUNT = 8;
/** Requests before the measurement. Before V8 optimizes the code, a page costs twice as much. */
const COMPILING_REQUESTS = 400;

const Answer = z.object({
  data: z.array(z.object({ id: z.string() })),
  meta: z.object({
    next_cursor: z.string().nullable(),
    total_count: z.number(),
    total_count_estimated: z.boolean().optional(),
  }),
});
export type Answer = z.output<typeof Answer>;

/** A workspace full of contacts, and functions that send requests about them. */
export interface FullWorkspace {
  readonly contactCount: number;
  readonly ask: (request: ApiRequest) => Promise<Answer>;
  /** Measures all cases as many times as the benchmark runs. */
  readonly measureAll: (cases: readonly Case[]) => Promise<void>;
}

export async function fillWorkspace(input: BenchInput): Promise<FullWorkspace> {
  const { stack } = input;
  const { workspace, apiKey } = await seedCredential(stack, 'Bench');
  await generateContacts(input, workspace.id);
  const send = createSend(stack, await keysOf(stack, apiKey, KEY_COUNT));
  for (let index = 0; index < COMPILING_REQUESTS; index += 1)
    await send({ path: '/api/v1/contacts/?page_size=50' });
  return {
    contactCount: input.contacts,
    ask: async (request) => read(await send(request)),
    measureAll: async (cases) =>
      measureRounds(input, async (round) => {
        for (const one of cases) round.print(showTotal(read(await measure(round, send, one))));
      }),
  };
}

function read(text: string): Answer {
  return Answer.parse(JSON.parse(text));
}

function showTotal({ meta }: Answer): string {
  return `  total ${meta.total_count_estimated === true ? 'about ' : ''}${meta.total_count}`;
}
