import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copyTree } from './copy-tree.ts';
import { treeFiles } from './tree.ts';

// Plain eslint without the Nx graph skips the fence between packages and ends with 0, so the test runs the command that
// `npm run lint` runs. It lints a copy: other tests read the tree at the same time.
const root = copyTree();
const nx = join(root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');
const prefix = 'tidy-planted-';
const lintTimeoutMs = 120_000;

const boundaries = '@nx/enforce-module-boundaries';
const imports = '@typescript-eslint/no-restricted-imports';
const syntax = 'no-restricted-syntax';
const cycle = 'local/no-import-cycle';

interface Planted {
  readonly name: string;
  readonly folder: string;
  /** The layer of the file; domain without it. */
  readonly suffix?: 'store' | 'rpc' | 'events' | 'job' | 'client';
  readonly code: string;
  readonly rule: string;
}

const CONTACTS = 'apps/contacts/src/contacts';
const GATEWAY_LIMITS = 'apps/gateway/src/rate-limits';

const betweenPackages: Planted[] = [
  {
    name: 'an app imports an app',
    folder: CONTACTS,
    code: "import '@outreach/app-auth';",
    rule: boundaries,
  },
  {
    name: 'an app imports a contract outside the call graph',
    folder: CONTACTS,
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
    name: 'an app imports an RPC client of a service whose events alone it may use',
    folder: 'apps/webhooks/src/endpoints',
    suffix: 'client',
    code: "export { ContactsServiceClient } from '@outreach/contracts-contacts';",
    rule: imports,
  },
  {
    name: 'a kit imports a later kit',
    folder: 'libs/errors/src',
    code: "import '@outreach/mongo-kit';",
    rule: imports,
  },
];

const betweenLayers: Planted[] = [
  {
    name: 'domain imports a store',
    folder: CONTACTS,
    code: "import './contact.store.ts';",
    rule: imports,
  },
  { name: 'domain imports a job', folder: CONTACTS, code: "import './count.job.ts';", rule: imports },
  { name: 'domain reads files', folder: CONTACTS, code: "import 'node:fs';", rule: imports },
  {
    name: 'domain reads the clock',
    folder: CONTACTS,
    code: 'export const now = (): number => Date.now();',
    rule: syntax,
  },
  {
    name: 'domain is random',
    folder: CONTACTS,
    code: 'export const random = (): number => Math.random();',
    rule: syntax,
  },
  { name: 'domain imports a kit', folder: CONTACTS, code: "import '@outreach/mongo-kit';", rule: imports },
  {
    name: 'domain imports a value of the service kit',
    folder: CONTACTS,
    code: "import { newId } from '@outreach/service-kit';\nexport const id = newId('x');",
    rule: imports,
  },
  {
    name: 'domain imports more of the outbound kit than the retry schedule',
    folder: 'apps/webhooks/src/deliveries',
    code: "import '@outreach/outbound-kit';",
    rule: imports,
  },
  {
    name: 'domain of the gateway imports Redis',
    folder: GATEWAY_LIMITS,
    code: "import 'redis';",
    rule: imports,
  },
  {
    name: 'methods import a store',
    folder: CONTACTS,
    suffix: 'rpc',
    code: "import './contact.store.ts';",
    rule: imports,
  },
  {
    name: 'a job imports a store',
    folder: CONTACTS,
    suffix: 'job',
    code: "import './contact.store.ts';",
    rule: imports,
  },
  {
    name: 'a store imports methods',
    folder: CONTACTS,
    suffix: 'store',
    code: "import './contacts.rpc.ts';",
    rule: imports,
  },
  {
    name: 'a job uses mongoose',
    folder: CONTACTS,
    suffix: 'job',
    code: "import 'mongoose';",
    rule: imports,
  },
  {
    name: 'a consumer uses NATS',
    folder: CONTACTS,
    suffix: 'events',
    code: "import 'nats';",
    rule: imports,
  },
  {
    name: 'a client uses gRPC',
    folder: CONTACTS,
    suffix: 'client',
    code: "import '@grpc/grpc-js';",
    rule: imports,
  },
  {
    name: 'the gateway uses Redis outside its stores',
    folder: 'apps/gateway/src/clients',
    code: "import 'redis';",
    rule: imports,
  },
];

const betweenFeatures: Planted[] = [
  {
    name: 'a feature imports an inner file of another one',
    folder: 'apps/webhooks/src/endpoints',
    code: "import '../deliveries/delivery.ts';",
    rule: imports,
  },
  {
    name: 'a feature imports a feature that is no edge of the graph',
    folder: 'apps/webhooks/src/deliveries',
    code: "import '../endpoints/index.ts';",
    rule: imports,
  },
  {
    name: 'a job imports a feature that is no edge of the graph',
    folder: 'apps/webhooks/src/deliveries',
    suffix: 'job',
    code: "import type { Targets } from '../endpoints/index.ts';\nexport type Own = Targets;",
    rule: imports,
  },
  { name: 'a file imports its own index', folder: CONTACTS, code: "import './index.ts';", rule: imports },
  { name: 'a feature imports app.ts', folder: CONTACTS, code: "import '../app.ts';", rule: imports },
  {
    name: 'a file is part of an import cycle',
    folder: CONTACTS,
    code: `import './${prefix}self.ts';`,
    rule: cycle,
  },
];

const inCode: Planted[] = [
  {
    name: 'an app reads the environment outside config.ts',
    folder: 'apps/contacts/src',
    code: "export const home = (): string | undefined => process.env['HOME'];",
    rule: syntax,
  },
  {
    name: 'a job ends the process',
    folder: CONTACTS,
    suffix: 'job',
    code: 'export const end = (): never => process.exit(1);',
    rule: syntax,
  },
  {
    name: 'a store uses a raw collection, which has no tenant guard',
    folder: CONTACTS,
    suffix: 'store',
    code: 'export const raw = (model: { collection: unknown }): unknown => model.collection;',
    rule: syntax,
  },
  {
    name: 'a file has a default export',
    folder: CONTACTS,
    suffix: 'store',
    code: 'export default 1;',
    rule: syntax,
  },
];

const planted = [...betweenPackages, ...betweenLayers, ...betweenFeatures, ...inCode];

/** A file that imports a planted file, which imports it. */
const PARTNER = join(CONTACTS, `${prefix}self.ts`);

const pathOf = (index: number): string => {
  const { folder = '', suffix } = planted[index] ?? {};
  return join(folder, `${prefix}${index}${suffix === undefined ? '' : `.${suffix}`}.ts`);
};
const cyclic = basename(pathOf(planted.findIndex(({ rule }) => rule === cycle)));
let rulesByPath = new Map<string, string[]>();

beforeAll(() => {
  planted.forEach(({ code }, index) => {
    writeFileSync(join(root, pathOf(index)), `${code}\n`);
  });
  writeFileSync(join(root, PARTNER), `import './${cyclic}';\n`);
  rulesByPath = lint(planted.map((_, index) => pathOf(index)));
}, lintTimeoutMs);

afterAll(() => rmSync(root, { recursive: true }));

describe('lint through Nx', () => {
  it.each(planted.map(({ name, rule }, index) => ({ name, rule, path: pathOf(index) })))(
    'reports that $name',
    ({ path, rule }) => {
      expect(rulesByPath.get(path)).toContain(rule);
    },
  );

  it('leaves the tree as it is', () => {
    expect(treeFiles().filter((path) => basename(path).startsWith(prefix))).toEqual([]);
  });
});

interface LintResult {
  readonly filePath: string;
  readonly messages: readonly { readonly ruleId: string }[];
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
