import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { root } from './tree.ts';

// Plain eslint without the Nx graph skips the fence between packages and ends with 0, so what is shown here
// is the command that `npm run lint` runs.
const nx = join(root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');
const prefix = 'tidy-planted-';
const lintTimeoutMs = 120_000;

const boundaries = '@nx/enforce-module-boundaries';
const imports = '@typescript-eslint/no-restricted-imports';
const syntax = 'no-restricted-syntax';

interface Planted {
  name: string;
  folder: string;
  code: string;
  rule: string;
}

const planted: Planted[] = [
  {
    name: 'an app imports an app',
    folder: 'apps/contacts/src',
    code: "import '@outreach/app-auth';",
    rule: boundaries,
  },
  {
    name: 'an app imports a contract outside the call graph',
    folder: 'apps/contacts/src',
    code: "import '@outreach/contracts-auth';",
    rule: boundaries,
  },
  {
    name: 'a contract imports an app',
    folder: 'libs/contracts/auth/src',
    code: "import '@outreach/app-auth';",
    rule: boundaries,
  },
  {
    name: 'domain imports store',
    folder: 'apps/contacts/src/domain',
    code: "import '../store/contact-store.ts';",
    rule: imports,
  },
  {
    name: 'grpc imports store',
    folder: 'apps/contacts/src/grpc',
    code: "import '../store/contact-store.ts';",
    rule: imports,
  },
  {
    name: 'domain reads files',
    folder: 'apps/contacts/src/domain',
    code: "import 'node:fs';",
    rule: imports,
  },
  { name: 'an app imports NATS', folder: 'apps/contacts/src', code: "import 'nats';", rule: imports },
  {
    name: 'the gateway imports Redis outside its store',
    folder: 'apps/gateway/src/clients',
    code: "import 'redis';",
    rule: imports,
  },
  {
    name: 'a kit imports a later kit',
    folder: 'libs/errors/src',
    code: "import '@outreach/mongo-kit';",
    rule: imports,
  },
  {
    name: 'domain imports more of a kit than its formula',
    folder: 'apps/webhooks/src/domain',
    code: "import '@outreach/outbound-kit';",
    rule: imports,
  },
  {
    name: 'domain makes a call of its own',
    folder: 'apps/contacts/src/domain',
    code: "import '../in-workspace.ts';",
    rule: imports,
  },
  {
    name: 'domain reads the clock',
    folder: 'apps/contacts/src/domain',
    code: 'export const now = (): number => Date.now();',
    rule: syntax,
  },
  {
    name: 'an app reads the environment outside config.ts',
    folder: 'apps/contacts/src',
    code: "export const home = (): string | undefined => process.env['HOME'];",
    rule: syntax,
  },
  {
    name: 'an app goes around the tenant wall',
    folder: 'apps/contacts/src',
    code: 'export const raw = (model: { collection: unknown }): unknown => model.collection;',
    rule: syntax,
  },
];

const pathOf = (index: number): string => join(planted[index]?.folder ?? '', `${prefix}${index}.ts`);
let rulesByPath = new Map<string, string[]>();

beforeAll(() => {
  removePlanted();
  planted.forEach(({ code }, index) => {
    writeFileSync(join(root, pathOf(index)), `${code}\n`);
  });
  rulesByPath = lint(planted.map((_, index) => pathOf(index)));
}, lintTimeoutMs);

afterAll(removePlanted);

describe('a planted violation is red through Nx', () => {
  test.each(planted.map(({ name, rule }, index) => ({ name, rule, path: pathOf(index) })))(
    '$name',
    ({ path, rule }) => {
      expect(rulesByPath.get(path)).toContain(rule);
    },
  );
});

function removePlanted(): void {
  for (const folder of new Set(planted.map((plant) => join(root, plant.folder)))) {
    for (const name of readdirSync(folder)) {
      if (name.startsWith(prefix)) rmSync(join(folder, name));
    }
  }
}

interface LintResult {
  filePath: string;
  messages: { ruleId: string }[];
}

function lint(paths: string[]): Map<string, string[]> {
  const args = [nx, 'run', 'outreach:lint-files', '--format=json', ...paths];
  const { stdout, status } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: lintEnv(),
  });
  expect(status).not.toBe(0);
  const line = stdout.split('\n').find((text) => text.startsWith('[{')) ?? '[]';
  const results: LintResult[] = JSON.parse(line);
  return new Map(
    results.map(({ filePath, messages }) => [relative(root, filePath), messages.map(({ ruleId }) => ruleId)]),
  );
}

// jest's own NODE_OPTIONS are not for other programs.
const lintEnv = (): NodeJS.ProcessEnv => ({ ...process.env, NODE_OPTIONS: '', FORCE_COLOR: '0' });
