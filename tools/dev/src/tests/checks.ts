import { join } from 'node:path';

const installed = (path: string): string => join('node_modules', path);

/** Nx runs ESLint, because the fence between packages needs the project graph. */
const nx = (...args: readonly string[]): readonly string[] => [installed('nx/dist/bin/nx.js'), ...args];
const buf = (...args: readonly string[]): readonly string[] => [installed('@bufbuild/buf/bin/buf'), ...args];

/** Arguments of node by name. Each check covers the whole repository and counts as one test. */
export const checks: Readonly<Record<string, readonly string[]>> = {
  lint: nx('run', 'outreach:lint', '--output-style=static'),
  exports: [
    installed('knip/bin/knip.js'),
    '--include',
    'exports,types,files',
    '--no-progress',
    '--no-config-hints',
  ],
  types: [installed('typescript/bin/tsc'), '-p', 'tsconfig.json'],
  'console types': [installed('typescript/bin/tsc'), '-p', 'apps/console/tsconfig.json'],
  format: [installed('prettier/bin/prettier.cjs'), '--check', '--cache', '--log-level', 'warn', '.'],
  'generated files': ['tools/gen/gen.ts', '--check'],
  'proto lint': buf('lint'),
};
