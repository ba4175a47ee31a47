import { describe, expect, it } from '@jest/globals';
import { read, treeFiles } from './tree.ts';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Dependencies that no code names, with the reason why they are there. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'ts-proto': 'buf runs its binary protoc-gen-ts_proto',
  recharts: 'the peer of @mantine/charts',
};

const CODE = /\.(tsx?|mjs|js|cjs)$/;
/** Files that name a tool: scripts of the root, and the configuration of the tools. */
const TOOL_FILES = /^[^/]+\.(json|ya?ml)$/;
const MANIFESTS = /^package(-lock)?\.json$/;

const files = treeFiles();
const manifestPaths = files.filter((path) => /(^|\/)package\.json$/.test(path));
const folders = manifestPaths.map((path) => path.replace(/package\.json$/, ''));

/** The files of a package, without the files of packages in its folder; for the root, all files. */
function filesOf(folder: string): string[] {
  if (folder === '') return files;
  const inner = folders.filter((other) => other.startsWith(folder) && other !== folder);
  return files.filter((path) => path.startsWith(folder) && !inner.some((other) => path.startsWith(other)));
}

/** True if code of the package imports it; for the root, also if a script or a setting names it. */
function isUsed(name: string, folder: string): boolean {
  const imported = new RegExp(`['"]${name}(/[^'"]*)?['"]`);
  const code = filesOf(folder).filter((path) => CODE.test(path));
  if (code.some((path) => imported.test(read(path)))) return true;
  if (folder !== '') return false;
  const run = new RegExp(`node_modules/${name}/|['"]node_modules['"], '${name}'`);
  const settings = files.filter((path) => TOOL_FILES.test(path) && !MANIFESTS.test(path));
  return (
    [...code, 'package.json'].some((path) => run.test(read(path))) ||
    settings.some((path) => imported.test(read(path)))
  );
}

function unusedOf(path: string): string[] {
  const { dependencies, devDependencies } = JSON.parse(read(path)) as Manifest;
  const folder = path.replace(/package\.json$/, '');
  const names = Object.keys({ ...dependencies, ...devDependencies });
  return names.filter((name) => !(name in EXCEPTIONS) && !isUsed(typedBy(name), folder));
}

/** The package that types are for: `@types/express` counts as used where `express` is. */
function typedBy(name: string): string {
  const typed = name.replace('@types/', '');
  return typed === 'node' ? 'node:path' : typed;
}

/** Packages of the images. */
const SERVICE = /^(apps|libs(?!\/testing))\//;
const TEST_FILE = /\.test\.ts$|(^|\/)test\/|(^|\/)vite\.config\.ts$/;
const IMPORT = /^(?:import|export)[^;]*? from '([^'.][^']*)'/gm;

/** Packages that the code of an image imports. An image contains only the declared ones. */
function importedBy(folder: string): ReadonlySet<string> {
  const code = filesOf(folder).filter((path) => CODE.test(path) && !TEST_FILE.test(path));
  const specifiers = code.flatMap((path) => [...read(path).matchAll(IMPORT)].map(([, name = '']) => name));
  return new Set(specifiers.filter((name) => !name.startsWith('node:')).map(packageOf));
}

/** `@outreach/dev` of `@outreach/dev/free-port`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

describe('dependencies', () => {
  it('have exceptions for declared packages only', () => {
    const declared = new Set(
      manifestPaths.flatMap((path) => {
        const { dependencies, devDependencies } = JSON.parse(read(path)) as Manifest;
        return Object.keys({ ...dependencies, ...devDependencies });
      }),
    );
    expect(Object.keys(EXCEPTIONS).filter((name) => !declared.has(name))).toEqual([]);
  });

  it.each(manifestPaths)('of %s are used by its code', (path) => {
    expect(unusedOf(path)).toEqual([]);
  });

  it.each(manifestPaths.filter((path) => SERVICE.test(path)))(
    'of %s contain every package that it imports',
    (path) => {
      const { name, dependencies = {} } = JSON.parse(read(path)) as Manifest & { readonly name: string };
      const imported = importedBy(path.replace(/package\.json$/, ''));
      expect([...imported].filter((one) => one !== name && !(one in dependencies))).toEqual([]);
    },
  );
});
