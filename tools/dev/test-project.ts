import { globSync } from 'node:fs';
import { join } from 'node:path';
import { runMain } from './src/plain-error.ts';
import { repositoryRoot } from './src/repository-root.ts';
import { writeResult } from './src/results.ts';
import { runJest } from './src/run-jest.ts';
import { withTestServers } from './src/test-servers.ts';

// `test-project.ts PROJECT FOLDER`: runs the test files of one project and stores their result.
await runMain(async () => {
  const [project = '', folder = ''] = process.argv.slice(2);
  const files = globSync(`${folder}/**/*.test.ts`, {
    cwd: repositoryRoot,
    exclude: (path) => path.includes('node_modules'),
  });
  if (files.length === 0) {
    writeResult(project, 'test', { passed: 0, failed: 0, skipped: 0, files: [] });
    return 0;
  }
  const result = await withTestServers(async (env, resultFolder) =>
    runJest({ args: [`^${join(repositoryRoot, folder)}/`], env, folder: resultFolder }),
  );
  writeResult(project, 'test', result);
  return result.failed === 0 ? 0 : 1;
});
