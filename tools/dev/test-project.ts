import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from './src/app-environment.ts';
import { runMain } from './src/plain-error.ts';
import { repositoryRoot } from './src/repository-root.ts';
import { writeResult, type TargetResult } from './src/results.ts';
import { runJest } from './src/run-jest.ts';
import { withSharedStack } from './src/shared-stack.ts';
import { withTestServers } from './src/test-servers.ts';

/** Projects whose test files share one stack, one file at a time. */
const WITH_SHARED_STACK: ReadonlySet<string> = new Set(['e2e']);
/** Files with this end measure time while processes fail, so no other target may run beside them. */
const ALONE = '.alone.test.ts';
const ALONE_PATTERN = '\\.alone\\.test\\.ts$';

// `test-project.ts PROJECT FOLDER [--alone]`: runs the test files of one project and stores their result. Files that
// have to run alone are left out, or are the only ones.
await runMain(async () => {
  const [project = '', folder = '', only] = process.argv.slice(2);
  const isAlone = only === '--alone';
  const target = isAlone ? 'test-alone' : 'test';
  const files = globSync(`${folder}/**/*.test.ts`, {
    cwd: repositoryRoot,
    exclude: (path) => path.includes('node_modules'),
  }).filter((path) => path.endsWith(ALONE) === isAlone);
  const result =
    files.length === 0
      ? { passed: 0, failed: 0, skipped: 0, files: [] }
      : await runFiles(project, patterns(folder, isAlone));
  writeResult(project, target, result);
  return result.failed === 0 ? 0 : 1;
});

function patterns(folder: string, isAlone: boolean): readonly string[] {
  const path = `^${join(repositoryRoot, folder)}/`;
  return isAlone
    ? [`${path}.*${ALONE_PATTERN}`]
    : [path, '--testPathIgnorePatterns', '/node_modules/', ALONE_PATTERN];
}

async function runFiles(project: string, args: readonly string[]): Promise<TargetResult> {
  const runIn = async (env: Environment, folder: string): Promise<TargetResult> =>
    runJest({ args, env, folder });
  return withTestServers(async (env, folder) =>
    WITH_SHARED_STACK.has(project)
      ? withSharedStack({ env, folder }, async (shared) => runIn({ ...shared, JEST_WORKERS: '1' }, folder))
      : runIn(env, folder),
  );
}
