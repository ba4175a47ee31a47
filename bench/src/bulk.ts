import { cpuSecondsOf, showCpu } from './cpu.ts';
import { importRows, type ImportRow } from './import-rows.ts';
import { runLoad, showLoad } from './load.ts';
import type { Bench, BenchInput } from './run-bench.ts';
import { seedKeys } from './seed-keys.ts';

const ROWS = 1_000;
const CONNECTION_COUNTS = [1, 4] as const;
/** More than the machine can serve, so that no key reaches its limit. */
const BULKS_PER_SECOND_MAX = 30;

export const bulk: Bench = {
  name: 'bulk',
  description: `POST /api/v1/contacts/bulk/ through the gateway, ${ROWS} new contacts each, with their events`,
  run: async (input) => {
    for (const connections of CONNECTION_COUNTS) await measure(input, connections);
  },
};

async function measure(
  { stack, seconds, seed, yardstick, print }: BenchInput,
  connections: number,
): Promise<void> {
  const keys = await seedKeys(stack, { requests: BULKS_PER_SECOND_MAX * seconds, kind: 'bulk' });
  const rows = [...importRows(ROWS, seed)];
  const before = await cpuSecondsOf(stack);
  const result = await runLoad({
    baseUrl: stack.baseUrl,
    connections,
    seconds,
    next: (index) => ({
      method: 'POST',
      path: '/api/v1/contacts/bulk/',
      key: keys[index % keys.length] ?? '',
      body: JSON.stringify({
        contacts: rows.map((row) => toContact(row, `${connections}-${index}`)),
      }),
    }),
  });
  const rowCount = result.latenciesMs.length * ROWS;
  print(
    `${connections} connections: ${yardstick.rate(result.perSecond * ROWS, 'rows')}; ${showLoad(result, yardstick)}`,
  );
  print(`  processor time per row: ${showCpu(before, await cpuSecondsOf(stack), rowCount)}`);
}

function toContact({ email, tags, company_name: name, ...row }: ImportRow, part: string): unknown {
  return { ...row, email: `${part}.${email}`, company: { name }, tags: tags.split(';') };
}
