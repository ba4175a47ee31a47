import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BSON } from 'mongodb';
import { z } from 'zod';
import { PlainError } from '../plain-error.ts';
import { hashOf, savedFileSchema } from './document-file.ts';

const MANIFEST = 'manifest.json';
const OWNER_ONLY = 0o600;

const document = z.record(z.string(), z.unknown());
const collectionSchema = savedFileSchema.extend({
  database: z.string(),
  name: z.string(),
  options: document,
  indexes: z.array(document),
});
const streamSchema = savedFileSchema.extend({ stream: z.string() });
const manifestSchema = z.object({
  version: z.literal(1),
  started_at: z.string(),
  collections: z.array(collectionSchema),
  streams: z.array(streamSchema),
});

/** The content of a backup. It is written last, so an incomplete backup has none. */
export type Manifest = z.output<typeof manifestSchema>;
export type SavedCollection = z.output<typeof collectionSchema>;
export type SavedStream = z.output<typeof streamSchema>;

/** Options and indexes can contain values that only extended JSON has, for example dates. */
export function writeManifest(folder: string, manifest: Manifest): void {
  const text = BSON.EJSON.stringify(manifest, undefined, 2);
  writeFileSync(join(folder, MANIFEST), `${text}\n`, { mode: OWNER_ONLY, flush: true });
}

/** @throws PlainError if the folder is no complete backup, or a file differs from its hash. */
export async function readCheckedManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) throw new PlainError(`${folder} is not a complete backup: it has no ${MANIFEST}.`);
  const manifest = manifestSchema.parse(BSON.EJSON.parse(readFileSync(path, 'utf8')));
  for (const { file, sha256 } of [...manifest.collections, ...manifest.streams]) {
    const found = existsSync(join(folder, file)) ? await hashOf(join(folder, file)) : 'absent';
    if (found === sha256) continue;
    throw new PlainError(
      `${file} in ${folder} is missing or damaged: its hash differs from ${MANIFEST}. Nothing was restored.`,
    );
  }
  return manifest;
}
