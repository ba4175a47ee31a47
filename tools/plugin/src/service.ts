import { formatFiles, generateFiles, readJson, updateJson, type Tree } from '@nx/devkit';
import { join } from 'node:path';
import { addImport, addToBlock, addToList, before, editFile, refuseExisting } from './edit-file.ts';
import { spell } from './naming.ts';

const templates = join(import.meta.dirname, '..', 'files', 'service');

export interface ServiceOptions {
  readonly name: string;
  readonly owns?: string;
}

/** Adds a service that starts: app, contract, proto file, and an entry in every list of services. */
export async function serviceGenerator(
  tree: Tree,
  { name, owns = `the ${name} of all workspaces` }: ServiceOptions,
): Promise<void> {
  const app = `apps/${name}`;
  const contract = `libs/contracts/${name}`;
  refuseExisting(tree, `${app}/package.json`);
  refuseExisting(tree, `${contract}/package.json`);
  const Owns = `${owns.charAt(0).toUpperCase()}${owns.slice(1)}`;
  const variables = { name, Name: spell(name).pascal, owns, Owns };
  generateFiles(tree, join(templates, 'app'), app, variables);
  generateFiles(tree, join(templates, 'contract'), contract, variables);
  generateFiles(tree, join(templates, 'proto'), `proto/outreach/${name}/v1`, variables);
  addToLists(tree, name);
  lockPackages(tree, [app, contract]);
  await formatFiles(tree);
}

function addToLists(tree: Tree, name: string): void {
  const closed = `  ${name}: [],`;
  editFile(tree, 'tools/eslint/call-graph.mjs', [
    addToBlock(/export const callGraph = \{/, /\};/, closed),
    addToBlock(/const contractScopes = \{/, /\};/, closed),
  ]);
  editFile(tree, 'tools/eslint/feature-graph.mjs', [
    addToBlock(/export const featureGraph = \{/, /\};/, `  ${name}: {},`),
  ]);
  editFile(tree, 'tools/dev/src/names.ts', [
    // The gateway starts last and stops first.
    before(/(?<=appNames = \[[^\]]*)'gateway'\]/, `'${name}', `),
    addToList(/backendNames = \[/, `'${name}'`),
  ]);
  editFile(tree, 'tools/gen/src/config.ts', [
    addImport(`{ ${name}Config }`, `@outreach/app-${name}/config`),
    addToBlock(/const SHAPES[^=]*= \{/, /\};/, `  ${name}: ${name}Config.fields,`),
  ]);
  const owned = ['apps', 'libs/contracts', 'proto/outreach'].map((folder) =>
    `/${folder}/${name}/`.padEnd(32),
  );
  const owners = owned.map((path) => `${path}@outreach/${name}-team\n`).join('');
  editFile(tree, '.github/CODEOWNERS', [before(/^# A moved fence/m, `${owners}\n`)]);
}

interface LockFile {
  readonly packages: Readonly<Record<string, unknown>>;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Adds the packages to the lock file as `npm install` would, without a registry. */
function lockPackages(tree: Tree, folders: readonly string[]): void {
  updateJson<LockFile>(tree, 'package-lock.json', (lock) => {
    const packages = { ...lock.packages };
    for (const folder of folders) {
      const manifest = readJson<Manifest>(tree, `${folder}/package.json`);
      const { name, version, license, dependencies } = manifest;
      packages[folder] = { name, version, license, dependencies };
      packages[`node_modules/${name}`] = { resolved: folder, link: true };
    }
    const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
    return { ...lock, packages: Object.fromEntries(sorted) };
  });
}
