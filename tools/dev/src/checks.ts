import { join } from 'node:path';

const installed = (path: string): string => join('node_modules', path);

/** Returns the arguments of node for a check. */
export type Check = () => readonly string[];

/** Checks of the whole repository. Each runs as one process and counts as one test. */
export const checks: Readonly<Record<string, Check>> = {
  format: () => [installed('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'],
  generated: () => ['tools/gen/gen.ts', '--check'],
  'proto-lint': () => [installed('@bufbuild/buf/bin/buf'), 'lint'],
  'proto-compatibility': () => [
    installed('@bufbuild/buf/bin/buf'),
    ...['breaking', '--against', 'proto/released.binpb'],
  ],
};
