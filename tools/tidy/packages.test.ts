import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { read, root, treeFiles } from './tree.ts';

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  nx?: { tags?: string[] };
}

interface Locked {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  version?: string;
  resolved?: string;
  hasInstallScript?: boolean;
}

const parse = (path: string): unknown => JSON.parse(read(path));

const manifestPaths = treeFiles().filter((path) => /(^|\/)package\.json$/.test(path));
const manifests = manifestPaths.map((path) => ({ path, manifest: parse(path) as Manifest }));
const locked = (parse('package-lock.json') as { packages: Record<string, Locked> }).packages;
const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

const declared = manifests.flatMap(({ path, manifest }) =>
  Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).map(([name, version]) => ({
    path,
    name,
    version,
  })),
);

const folderOf = (path: string): string => path.replace(/\/?package\.json$/, '');

const dependenciesOf = ({ dependencies = {}, devDependencies = {} }: Locked): Record<string, string> => ({
  ...dependencies,
  ...devDependencies,
});

// Libraries with an older copy of one of our direct dependencies.
const ownCopies = [
  'node_modules/ai/node_modules/@opentelemetry/api',
  'node_modules/@babel/helper-compilation-targets/node_modules/lru-cache',
  'node_modules/test-exclude/node_modules/lru-cache',
  'node_modules/eslint/node_modules/ajv',
  'node_modules/@grpc/reflection/node_modules/@grpc/proto-loader',
  'node_modules/grpc-health-check/node_modules/@grpc/proto-loader',
  'node_modules/imapflow/node_modules/pino',
  'node_modules/mailparser/node_modules/nodemailer',
  'node_modules/@types/sanitize-html/node_modules/htmlparser2',
  'node_modules/sanitize-html/node_modules/htmlparser2',
  'node_modules/@scalar/json-magic/node_modules/undici',
  'node_modules/mongodb-memory-server-core/node_modules/mongodb',
  'node_modules/proxy-addr/node_modules/ipaddr.js',
  'node_modules/cosmiconfig/node_modules/yaml',
  'node_modules/nx/node_modules/yaml',
];

describe('packages', () => {
  it('have exact versions', () => {
    expect(declared.filter(({ version }) => !exact.test(version))).toEqual([]);
  });

  it('declare each dependency in one version', () => {
    const versions = Map.groupBy(declared, ({ name }) => name);
    const many = [...versions].filter(([, uses]) => new Set(uses.map(({ version }) => version)).size > 1);
    expect(many).toEqual([]);
  });

  it('install each direct dependency once', () => {
    const names = new Set(declared.map(({ name }) => name));
    const nested = Object.keys(locked).filter((path) => {
      const parts = path.split('node_modules/');
      return parts.length > 2 && names.has(parts.at(-1) ?? '');
    });
    expect(nested.filter((path) => !ownCopies.includes(path))).toEqual([]);
  });

  it('match the lock file (run npm install otherwise)', () => {
    const wanted = manifests.map(({ path, manifest }) => [path, dependenciesOf(manifest)]);
    const held = manifests.map(({ path }) => [path, dependenciesOf(locked[folderOf(path)] ?? {})]);
    expect(held).toEqual(wanted);
  });

  it('are locked for every platform (run node tools/bootstrap/complete-lock.mjs otherwise)', async () => {
    const script = join(root, 'tools', 'bootstrap', 'complete-lock.mjs');
    const tool = (await import(script)) as { missingOptionals: (packages: unknown) => unknown[] };
    expect(tool.missingOptionals(locked)).toEqual([]);
  });

  it('are locked without registry addresses', () => {
    const addressed = Object.entries(locked).filter(([, { resolved }]) => resolved?.startsWith('http'));
    expect(addressed.map(([path]) => path)).toEqual([]);
  });

  it('are listed in ADR 2 when they have an install script', () => {
    const page = read('docs/adr/0002-no-install-scripts.md');
    const scripted = Object.entries(locked).filter(([, entry]) => entry.hasInstallScript === true);
    const names = new Set(scripted.map(([path]) => path.split('node_modules/').at(-1) ?? path));
    expect([...names].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('have a type and a scope for the lint fences', () => {
    const own = manifests.filter(({ path }) => path !== 'package.json');
    const untagged = own.filter(({ manifest }) => {
      const tags = manifest.nx?.tags ?? [];
      return !tags.some((tag) => tag.startsWith('type:')) || !tags.some((tag) => tag.startsWith('scope:'));
    });
    expect(untagged.map(({ path }) => path)).toEqual([]);
  });
});
