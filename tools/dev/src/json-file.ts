import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { z } from 'zod';
import { hasCode } from './plain-error.ts';

const ownerOnly = 0o600;

/** Reads a JSON file of the data folder; undefined if it does not exist. */
export function readJsonFile<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): z.output<Schema> | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Writes a JSON file that only its owner may read. The write is atomic: readers get the old or the new content. */
export function writeJsonFile(path: string, value: unknown): void {
  const prepared = `${path}.${process.pid}`;
  writeFileSync(prepared, `${JSON.stringify(value, null, 2)}\n`, { mode: ownerOnly });
  renameSync(prepared, path);
}
