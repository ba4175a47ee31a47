import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateConfig } from './src/config.ts';
import { generateErrors } from './src/errors.ts';
import { generateEvents } from './src/events.ts';
import { generateOpenApi } from './src/openapi.ts';
import { generateProto, type GeneratedFile } from './src/proto.ts';

/** `gen` writes every generated file of the repository; `gen --check` says which of them are not current. */
const GENERATORS: readonly ((root: string) => GeneratedFile[] | Promise<GeneratedFile[]>)[] = [
  generateProto,
  generateOpenApi,
  generateEvents,
  generateErrors,
  generateConfig,
];

/** Folders that hold nothing but generated files: what no generator makes is deleted from them. */
const GENERATED_FOLDERS = ['libs/contracts', 'docs/events'];

const root = path.resolve(import.meta.dirname, '../..');
const files = (await Promise.all(GENERATORS.map(async (generate) => generate(root)))).flat();
const stale = [...changed(files), ...orphans(files)];

if (process.argv.includes('--check')) {
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
