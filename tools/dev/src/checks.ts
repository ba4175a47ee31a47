import { join } from 'node:path';

const installed = (path: string): string => join('node_modules', path);

/** The arguments of node for a check of the given paths. */
export type Check = (project: string, paths: readonly string[]) => readonly string[];

/** The targets of projects that are not tests. Each runs as one process and counts as one test. */
export const checks: Readonly<Record<string, Check>> = {
  lint: (_project, paths) => [installed('eslint/bin/eslint.js'), '--max-warnings', '0', ...paths],
  typecheck: (project, [folder = '.']) => [
    installed('typescript/bin/tsc'),
    ...['-p', join(folder, 'tsconfig.json'), '--incremental'],
    ...['--tsBuildInfoFile', installed(`.cache/outreach/typescript/${project}.tsbuildinfo`)],
  ],
  format: () => [installed('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'],
  generated: () => ['tools/gen/gen.ts', '--check'],
  'proto-lint': () => [installed('@bufbuild/buf/bin/buf'), 'lint'],
  'proto-compatibility': () => [
    installed('@bufbuild/buf/bin/buf'),
    ...['breaking', '--against', 'proto/released.binpb'],
  ],
};
