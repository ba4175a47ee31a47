import { runMain, whileRunning } from '@outreach/dev';
import { OVERLAYS, type Overlay } from './src/render-overlay.ts';
import { checksOf, type Check } from './src/verify/checks.ts';
import { createCluster } from './src/verify/cluster.ts';
import { buildProgram } from './src/verify/program.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

// `npm run k8s:verify` applies the overlays to an API server. It requires Go, kubectl and etcd.
await runMain(async () => {
  print('Building the API server (minutes the first time) ...');
  const program = await buildProgram();
  const results: boolean[] = [];
  for (const overlay of OVERLAYS) results.push(...(await verify(overlay, program)));
  const failed = results.filter((isKept) => !isKept).length;
  print(`\n${results.length - failed} checks of the API server passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});

/** Runs the checks of an overlay on a cluster of its own. */
async function verify(overlay: Overlay, program: string): Promise<readonly boolean[]> {
  print(`\nThe overlay ${overlay}`);
  const cluster = await createCluster(program);
  return whileRunning(cluster, async () => {
    await cluster.start();
    const results: boolean[] = [];
    for (const check of checksOf(overlay, cluster)) results.push(await runCheck(check));
    return results;
  });
}

async function runCheck({ name, find }: Check): Promise<boolean> {
  const startedMs = performance.now();
  const problems = await find();
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  print(`  ${problems.length === 0 ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`);
  for (const problem of problems) print(`          ${problem}`);
  return problems.length === 0;
}
