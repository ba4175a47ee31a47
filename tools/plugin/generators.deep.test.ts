import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Captured } from '@outreach/dev';
import { copyTree, type TreeCopy } from './tree-copy.ts';

// Runs all generators in a copy of the repository, then `npm run gen`, and the checks of `npm test`.
const setUpTimeoutMs = 300_000;
const stepTimeoutMs = 300_000;

const nx = 'node_modules/nx/dist/bin/nx.js';
const jest = 'node_modules/jest/bin/jest.js';
/** The run that contains this test has one tier only. */
const ALL_TIERS = { TEST_TIER: '' };
const prettier = 'node_modules/prettier/bin/prettier.cjs';
const tsc = 'node_modules/typescript/bin/tsc';
const buf = 'node_modules/@bufbuild/buf/bin/buf';

const event = ['--service=contacts', '--type=contact.merged', '--description=Two contacts became one.'];
const generators: readonly (readonly string[])[] = [
  ['@outreach/plugin:event', ...event, '--fields=into_id:text,score:integer?'],
  // Nx also finds a generator of the workspace by its short name.
  ['endpoint', '--service=contacts', '--resource=call-notes', '--method=get'],
  ['@outreach/plugin:endpoint', '--service=webhooks', '--resource=replies', '--prefix=rpl'],
  ['@outreach/plugin:service', '--name=reports', '--owns=the reports of all workspaces'],
];

const unitTests = [
  'libs/contracts/contacts/src/events.test.ts',
  'apps/contacts/src/call-notes/get-call-note.test.ts',
  'apps/webhooks/src/replies/get-reply.test.ts',
  'apps/reports/src/config.test.ts',
  'apps/gateway/test/route-table.test.ts',
  'tools/tidy/docs.test.ts',
  'tools/tidy/left-overs.test.ts',
  'tools/tidy/packages.test.ts',
  'tools/tidy/sizes.test.ts',
  'tools/tidy/words.test.ts',
];
const serviceTests = [
  'apps/contacts/test/get-call-note.test.ts',
  'apps/webhooks/test/get-reply.test.ts',
  'apps/reports/test/life.test.ts',
];
const hasServers = Boolean(process.env['MONGODB_URI']) && Boolean(process.env['NATS_URL']);
const isSource = (path: string): boolean => /\.(ts|mjs)$/.test(path) && !path.includes('/gen/');

let copy: TreeCopy;

const expectSuccess = ({ code, output }: Captured): void => {
  expect(code === 0 ? '' : output).toBe('');
};
const generate = async (...args: readonly string[]): Promise<Captured> =>
  copy.node(nx, ['generate', ...args, '--no-interactive']);

beforeAll(async () => {
  copy = copyTree();
  for (const args of generators) expectSuccess(await generate(...args));
  copy.link('apps/reports', 'app-reports');
  copy.link('libs/contracts/reports', 'contracts-reports');
  expectSuccess(await copy.node('tools/gen/gen.ts', []));
}, setUpTimeoutMs);

afterAll(() => {
  copy.remove();
});

describe('the output of the generators after npm run gen', () => {
  it(
    'passes the type check, lint with its fences, and the format check',
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
      for (const check of checks) expectSuccess(check);
    },
    stepTimeoutMs,
  );

  it(
    'passes its own tests, the tests of every route, and the tests of the repository',
    async () => {
      const tests = hasServers ? [...unitTests, ...serviceTests] : unitTests;
      const outcome = await copy.node(jest, ['--runTestsByPath', '--silent', ...tests], ALL_TIERS);
      expectSuccess(outcome);
      expect(outcome.output).toContain(`Test Suites: ${tests.length} passed, ${tests.length} total`);
    },
    stepTimeoutMs,
  );
});

describe('a generator', () => {
  it.each([
    { what: 'an event that exists', args: ['event', ...event], sentence: 'already has contact.merged' },
    {
      what: 'a resource that exists',
      args: ['endpoint', '--service=contacts', '--resource=call-notes'],
      sentence: 'already has a message CallNote',
    },
    {
      what: 'a service that the gateway does not call',
      args: ['endpoint', '--service=reports', '--resource=pages'],
      sentence: 'The gateway has no client of reports yet',
    },
    {
      what: 'a service that exists',
      args: ['service', '--name=reports'],
      sentence: 'apps/reports/package.json already exists',
    },
  ])('refuses $what in one sentence', async ({ args, sentence }) => {
    const before = copy.changedFiles();
    const { code, output } = await generate(...args);
    expect([code === 0, output]).toEqual([false, expect.stringContaining(sentence)]);
    expect(copy.changedFiles()).toEqual(before);
  });
});
