import { runCaptured } from '@outreach/dev/run-captured';

/** The benchmarks of docs/performance.md with their sizes. All of them take about an hour. */
const BENCHES: readonly (readonly string[])[] = [
  ['gateway'],
  ['create'],
  ['import'],
  ['webhook-delivery'],
  ['launch'],
  ['send'],
  ['tracking'],
  ['bulk'],
  ['verification'],
  ['plan'],
  ['rate-limit'],
  ['idle'],
  ['list', '--contacts', '1000000'],
  ['search', '--contacts', '1000000'],
  ['inbox'],
  ['analytics'],
  ['console'],
  ['retention', '--contacts', '1000000'],
];

/** Runs the benchmarks of the table, one after the other. One that fails does not end the others. */
export async function runTable(): Promise<void> {
  const [, entry = ''] = process.argv;
  const failed: string[] = [];
  for (const [name = '', ...flags] of BENCHES) {
    console.log(`=== ${name}, ${new Date().toISOString()}`);
    const { code, output } = await runCaptured([...process.execArgv, entry, name, ...flags], {
      cwd: process.cwd(),
    });
    console.log(output.trimEnd());
    if (code !== 0) failed.push(name);
  }
  if (failed.length > 0) throw new Error(`These benchmarks failed: ${failed.join(', ')}.`);
}
