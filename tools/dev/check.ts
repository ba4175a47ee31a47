import { checks } from './src/checks.ts';
import { PlainError, runMain } from './src/plain-error.ts';
import { repositoryRoot } from './src/repository-root.ts';
import { writeResult } from './src/results.ts';
import { runCaptured } from './src/run-captured.ts';

// `check.ts TARGET PROJECT`: runs a check of the whole repository and stores its result.
await runMain(async () => {
  const [target = '', project = ''] = process.argv.slice(2);
  const check = checks[target];
  if (check === undefined) throw new PlainError(`${target} is not one of ${Object.keys(checks).join(', ')}.`);
  const startedAtMs = performance.now();
  const { code, output } = await runCaptured(check(), { cwd: repositoryRoot });
  const passed = code === 0 ? 1 : 0;
  writeResult(project, target, { passed, failed: 1 - passed, skipped: 0, files: [] });
  if (code !== 0) process.stdout.write(output);
  const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1);
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${target} ${project} (${seconds} s)\n`);
  return code === 0 ? 0 : 1;
});
