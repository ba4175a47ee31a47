import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';

/** The driver and the compressor receive chunks of about this size. */
const CHUNK_BYTES = 1_048_576;
/** A BSON document begins with its length in bytes, a 32-bit integer. */
const LENGTH_BYTES = 4;
const OWNER_ONLY = 0o600;
const FOLDER_OF_OWNER = 0o700;

export const savedFileSchema = z.object({
  file: z.string(),
  count: z.int(),
  bytes: z.int(),
  sha256: z.string(),
});

/** A file of documents: its path in the backup, its documents, and size and hash of the compressed file. */
export type SavedFile = z.output<typeof savedFileSchema>;

/** Writes BSON documents one after the other and compresses them, in the form of the files of `mongodump --gzip`. */
export async function writeDocuments(
  path: string,
  documents: AsyncIterable<Uint8Array>,
): Promise<Omit<SavedFile, 'file'>> {
  mkdirSync(dirname(path), { recursive: true, mode: FOLDER_OF_OWNER });
  const written = { count: 0, bytes: 0 };
  const hash = createHash('sha256');
  await pipeline(
    inChunks(documents, written),
    createGzip({ level: constants.Z_BEST_SPEED, chunkSize: CHUNK_BYTES }),
    async function* (compressed: AsyncIterable<Buffer>) {
      for await (const chunk of compressed) {
        hash.update(chunk);
        written.bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(path, { mode: OWNER_ONLY, flush: true }),
  );
  return { ...written, sha256: hash.digest('hex') };
}

async function* inChunks(
  documents: AsyncIterable<Uint8Array>,
  written: { count: number },
): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const document of documents) {
    written.count += 1;
    waiting.push(document);
    bytes += document.length;
    if (bytes < CHUNK_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
  }
  if (waiting.length > 0) yield Buffer.concat(waiting);
}

/** The documents of a file. */
export async function* readDocuments(path: string): AsyncGenerator<Buffer> {
  const chunks = createReadStream(path).pipe(createGunzip({ chunkSize: CHUNK_BYTES }));
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    let at = 0;
    while (isWhole(rest, at)) {
      const end = at + rest.readInt32LE(at);
      yield rest.subarray(at, end);
      at = end;
    }
    rest = rest.subarray(at);
  }
  if (rest.length > 0) throw new Error(`${path} ends within a document.`);
}

function isWhole(buffer: Buffer, at: number): boolean {
  return at + LENGTH_BYTES <= buffer.length && at + buffer.readInt32LE(at) <= buffer.length;
}

/** The hash of a file as the manifest has it. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Groups items, so that a group has at most `countMax` items, and at most `bytesMax` bytes unless one item is larger. */
export async function* grouped<Item extends { readonly length: number }>(
  items: AsyncIterable<Item>,
  { countMax, bytesMax }: { readonly countMax: number; readonly bytesMax: number },
): AsyncGenerator<readonly Item[]> {
  let group: Item[] = [];
  let bytes = 0;
  for await (const item of items) {
    if (group.length === countMax || (group.length > 0 && bytes + item.length > bytesMax)) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(item);
    bytes += item.length;
  }
  if (group.length > 0) yield group;
}
