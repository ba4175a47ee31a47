import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateProto, type GeneratedFile } from './src/proto.ts';

/** `gen` writes all generated files of the repository. `gen --check` lists the outdated ones. */
type Generate = (root: string) => GeneratedFile[] | Promise<GeneratedFile[]>;

/** Generators that read contracts and routes. They are loaded after the code of the proto files was written. */
const LATER: readonly (() => Promise<Generate>)[] = [
  async () => (await import('./src/openapi.ts')).generateOpenApi,
  async () => (await import('./src/client.ts')).generateClient,
  async () => (await import('./src/events.ts')).generateEvents,
  async () => (await import('./src/errors.ts')).generateErrors,
  async () => (await import('./src/config.ts')).generateConfig,
  async () => (await import('./src/states.ts')).generateStates,
  async () => (await import('./src/data-model.ts')).generateDataModel,
];

/** Folders with generated files only: other files in them are deleted. */
const GENERATED_FOLDERS = ['libs/contracts', 'libs/client/src/gen', 'docs/events'];

const root = path.resolve(import.meta.dirname, '../..');
const isCheck = process.argv.includes('--check');
const protoFiles = generateProto(root);
const staleProto = changed(protoFiles);
if (!isCheck) for (const file of protoFiles) write(file);
const rest = await Promise.all(LATER.map(async (load) => (await load())(root)));
const files = [...protoFiles, ...rest.flat()];
const stale = [...new Set([...staleProto, ...changed(files), ...orphans(files)])];

if (isCheck) {
  for (const name of stale) console.error(`${name} is not current: run npm run gen`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const name of orphans(files)) rmSync(path.join(root, name));
  for (const file of files) write(file);
  console.log(`${files.length} generated files are current, ${stale.length} were written or removed.`);
}

function changed(all: readonly GeneratedFile[]): string[] {
  return all.filter((file) => read(file.path) !== file.text).map((file) => file.path);
}

function orphans(all: readonly GeneratedFile[]): string[] {
  const known = new Set(all.map((file) => file.path));
  return GENERATED_FOLDERS.flatMap((folder) => list(folder)).filter((name) => !known.has(name));
}

function list(folder: string): string[] {
  const absolute = path.join(root, folder);
  if (!existsSync(absolute)) return [];
  return readdirSync(absolute, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((name) => folder !== 'libs/contracts' || name.includes('/gen/'));
}

function read(name: string): string | undefined {
  const absolute = path.join(root, name);
  return existsSync(absolute) ? readFileSync(absolute, 'utf8') : undefined;
}

function write(file: GeneratedFile): void {
  const absolute = path.join(root, file.path);
  mkdirSync(path.dirname(absolute), { recursive: true });
  writeFileSync(absolute, file.text);
}
