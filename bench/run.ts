import { ablation } from './src/ablation.ts';
import { analytics } from './src/analytics.ts';
import { bulk } from './src/bulk.ts';
import { consoleBench } from './src/console.ts';
import { create } from './src/create.ts';
import { gateway } from './src/gateway.ts';
import { inbox } from './src/inbox.ts';
import { idle } from './src/idle.ts';
import { importBench } from './src/import.ts';
import { indexes } from './src/indexes.ts';
import { launch } from './src/launch.ts';
import { list } from './src/list.ts';
import { describeMachine } from './src/machine.ts';
import { noisyNeighbour } from './src/noisy-neighbour.ts';
import { plan } from './src/plan.ts';
import { rateLimit } from './src/rate-limit.ts';
import { retention } from './src/retention.ts';
import { runBench, type Bench } from './src/run-bench.ts';
import { search } from './src/search.ts';
import { send } from './src/send.ts';
import { sizes } from './src/sizes.ts';
import { runTable } from './src/table.ts';
import { tracking } from './src/tracking.ts';
import { verification } from './src/verification.ts';
import { webhookDelivery } from './src/webhook-delivery.ts';

/**
 * One line per benchmark:
 * `npm run bench -- NAME [--seconds N] [--seed N] [--contacts N] [--fanout N] [--rate N] [--only NAME,NAME] [--runs N]`.
 * `npm run bench -- table` runs those of docs/performance.md, with its sizes.
 */
const BENCHES: readonly Bench[] = [
  create,
  bulk,
  importBench,
  gateway,
  list,
  search,
  launch,
  plan,
  send,
  tracking,
  analytics,
  inbox,
  consoleBench,
  verification,
  webhookDelivery,
  noisyNeighbour,
  rateLimit,
  retention,
  idle,
  sizes,
  indexes,
  ablation,
];

const [name = '', ...flags] = process.argv.slice(2);
const bench = BENCHES.find((candidate) => candidate.name === name);
if (name === 'table') await runTable();
else if (bench === undefined) {
  const names = BENCHES.map((candidate) => `  ${candidate.name.padEnd(18)} ${candidate.description}`);
  const table = `  ${'table'.padEnd(18)} all of docs/performance.md`;
  console.error(['Which benchmark? npm run bench -- NAME', ...names, table].join('\n'));
  process.exitCode = 1;
} else {
  console.log(describeMachine());
  await runBench(bench, flags);
}
