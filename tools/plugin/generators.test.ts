import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Captured } from '@outreach/dev';
import { copyTree, type TreeCopy } from './tree-copy.ts';

// The whole way of a developer, in a copy of the tree: generators, npm run gen, and what npm test would say.
const setUpTimeoutMs = 120_000;
const stepTimeoutMs = 120_000;

const nx = 'node_modules/nx/dist/bin/nx.js';
const jest = 'node_modules/jest/bin/jest.js';
const prettier = 'node_modules/prettier/bin/prettier.cjs';
const tsc = 'node_modules/typescript/bin/tsc';
const buf = 'node_modules/@bufbuild/buf/bin/buf';
const moduleOptions = { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' };

const event = ['--service=contacts', '--type=contact.merged', '--description=Two contacts became one.'];
const generators: readonly (readonly string[])[] = [
  ['@outreach/plugin:event', ...event, '--fields=into_id:text,score:integer?'],
  // Nx finds a generator of the tree by its short name too.
  ['endpoint', '--service=contacts', '--resource=call-notes', '--method=get'],
  ['@outreach/plugin:endpoint', '--service=webhooks', '--resource=replies', '--prefix=rpl'],
  ['@outreach/plugin:service', '--name=reports', '--owns=the reports of all workspaces'],
];

const unitTests = [
  'libs/contracts/contacts/src/events.test.ts',
  'apps/contacts/src/domain/get-call-note.test.ts',
  'apps/webhooks/src/domain/get-reply.test.ts',
  'apps/reports/src/config.test.ts',
  'apps/gateway/test/route-table.test.ts',
  'tools/tidy/docs.test.ts',
  'tools/tidy/left-overs.test.ts',
  'tools/tidy/packages.test.ts',
  'tools/tidy/sizes.test.ts',
];
const serviceTests = [
  'apps/contacts/test/get-call-note.test.ts',
  'apps/webhooks/test/get-reply.test.ts',
  'apps/reports/test/life.test.ts',
];
const hasServers = Boolean(process.env['MONGODB_URI']) && Boolean(process.env['NATS_URL']);
const isSource = (path: string): boolean => /\.(ts|mjs)$/.test(path) && !path.includes('/gen/');

let copy: TreeCopy;

const expectGood = ({ code, output }: Captured): void => {
  expect(code === 0 ? '' : output).toBe('');
};
const generate = async (...args: readonly string[]): Promise<Captured> =>
  copy.node(nx, ['generate', ...args, '--no-interactive']);

beforeAll(async () => {
  copy = copyTree();
  for (const args of generators) expectGood(await generate(...args));
  copy.link('apps/reports', 'app-reports');
  copy.link('libs/contracts/reports', 'contracts-reports');
  expectGood(await copy.node('tools/gen/gen.ts', []));
}, setUpTimeoutMs);

afterAll(() => {
  copy.remove();
});

describe('what the generators write, after npm run gen', () => {
  it(
    'has types, passes lint with its fences, and is formatted',
    async () => {
      const changed = copy.changedFiles();
      const checks = await Promise.all([
        copy.node(tsc, ['-p', 'tsconfig.json', '--incremental', 'false']),
        copy.node(nx, ['run', 'outreach:lint-files', ...changed.filter(isSource)]),
        copy.node(prettier, ['--check', '--log-level', 'warn', '--ignore-unknown', ...changed]),
        copy.node(buf, ['lint']),
        copy.node(buf, ['breaking', '--against', 'proto/released.binpb']),
        copy.node('tools/gen/gen.ts', ['--check']),
      ]);
      for (const check of checks) expectGood(check);
    },
    stepTimeoutMs,
  );

  it(
    'passes its own tests, those of every route, and those of the tree',
    async () => {
      const tests = hasServers ? [...unitTests, ...serviceTests] : unitTests;
      const outcome = await copy.node(jest, ['--runTestsByPath', '--silent', ...tests], moduleOptions);
      expectGood(outcome);
      expect(outcome.output).toContain(`Test Suites: ${tests.length} passed, ${tests.length} total`);
    },
    stepTimeoutMs,
  );
});

describe('a generator refuses in one sentence', () => {
  it.each([
    { what: 'an event that is there', args: ['event', ...event], sentence: 'has contact.merged already' },
    {
      what: 'a resource that is there',
      args: ['endpoint', '--service=contacts', '--resource=call-notes'],
      sentence: 'has a message CallNote already',
    },
    {
      what: 'a service that the gateway does not call',
      args: ['endpoint', '--service=reports', '--resource=pages'],
      sentence: 'The gateway has no client of reports yet',
    },
    {
      what: 'a service that is there',
      args: ['service', '--name=reports'],
      sentence: 'apps/reports/package.json exists already',
    },
  ])('$what', async ({ args, sentence }) => {
    const before = copy.changedFiles();
    const { code, output } = await generate(...args);
    expect([code === 0, output]).toEqual([false, expect.stringContaining(sentence)]);
    expect(copy.changedFiles()).toEqual(before);
  });
});
