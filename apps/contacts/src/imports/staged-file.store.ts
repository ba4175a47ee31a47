import { once } from 'node:events';
import { GridFSBucket, MongoRuntimeError, ObjectId } from 'mongodb';
import { Schema, type Connection, type Model } from 'mongoose';
import { defineModel, systemSchema } from '@outreach/mongo-kit';
import { FILLER } from './erased-rows.ts';
import type { Encoding } from './import-job.ts';
import type { ByteRange, StagedFiles } from './ports.ts';

const BUCKET = 'staged';
const CHUNK_BYTES = 65_536;
const OLD_FILES_AT_ONCE = 1_000;

interface ChunkDocument {
  readonly _id: ObjectId;
  readonly files_id: ObjectId;
  readonly n: number;
  readonly data: { readonly buffer: Uint8Array };
}

const chunkSchema = systemSchema<ChunkDocument>({
  _id: Schema.Types.ObjectId,
  files_id: Schema.Types.ObjectId,
  n: Number,
  data: Schema.Types.Mixed,
});

/** Uploaded files in GridFS; a file belongs to the workspace of its job. */
export function createStagedFiles(connection: Connection): StagedFiles {
  const chunks: Model<ChunkDocument> = defineModel(connection, `${BUCKET}.chunks`, chunkSchema);
  const bucket = (): GridFSBucket => {
    if (connection.db === undefined) throw new Error('The database is not connected.');
    return new GridFSBucket(connection.db, { bucketName: BUCKET, chunkSizeBytes: CHUNK_BYTES });
  };
  return {
    open: (fileName) => {
      const stream = bucket().openUploadStream(fileName);
      let failure: Error | undefined;
      stream.on('error', (err: Error) => (failure = err));
      return {
        id: stream.id.toHexString(),
        write: async (bytes) => {
          if (failure !== undefined) throw failure;
          if (!stream.write(bytes)) await once(stream, 'drain');
        },
        close: async () => {
          stream.end();
          await once(stream, 'finish');
        },
      };
    },
    read: (id) => bucket().openDownloadStream(new ObjectId(id)),
    blank: async (id, ranges, encoding) => blank(chunks, { id, ranges, encoding }),
    remove: async (id) => {
      await bucket()
        .delete(new ObjectId(id))
        .catch((thrown: unknown) => {
          // The document of the file is written last: without it at most chunks existed, and they are deleted by now.
          if (!(thrown instanceof MongoRuntimeError)) throw thrown;
        });
    },
    uploadedBefore: async (at) => {
      const old = bucket().find({ uploadDate: { $lt: at } }, { limit: OLD_FILES_AT_ONCE });
      const complete = (await old.toArray()).map(({ _id }) => _id.toHexString());
      // A file whose process died during the upload has chunks only. Its id has the time at which the upload began.
      const begun = ObjectId.createFromTime(at.getTime() / 1_000);
      const ids: unknown[] = await chunks.distinct('files_id', { files_id: { $lt: begun } });
      return [...new Set([...complete, ...ids.slice(0, OLD_FILES_AT_ONCE).map(String)])];
    },
  };
}

interface Blanking {
  readonly id: string;
  readonly ranges: readonly ByteRange[];
  readonly encoding: Encoding;
}

/** A missing chunk was deleted with its file, because the import has ended. */
async function blank(chunks: Model<ChunkDocument>, { id, ranges, encoding }: Blanking): Promise<void> {
  for (const [n, pieces] of byChunk(ranges)) {
    const chunk = { files_id: new ObjectId(id), n };
    const found = await chunks.findOne(chunk).lean<ChunkDocument>();
    if (found === null) return;
    const data = Buffer.from(found.data.buffer);
    for (const { start, end } of pieces)
      for (let offset = start; offset < end; offset += 1)
        data[offset - n * CHUNK_BYTES] = fillerAt(offset, encoding);
    await chunks.updateOne(chunk, { $set: { data } });
  }
}

/** The byte of the filler at an offset of the file; in UTF-16 one of two bytes is zero. */
function fillerAt(offset: number, encoding: Encoding): number {
  const filler = FILLER.charCodeAt(0);
  if (encoding === 'utf-16le') return offset % 2 === 0 ? filler : 0;
  return encoding === 'utf-16be' && offset % 2 === 0 ? 0 : filler;
}

/** Splits the ranges at chunk boundaries; returns them by the number of the chunk. */
function byChunk(ranges: readonly ByteRange[]): ReadonlyMap<number, readonly ByteRange[]> {
  const pieces = new Map<number, ByteRange[]>();
  for (const { start, end } of ranges) {
    for (let from = start; from < end;) {
      const n = Math.floor(from / CHUNK_BYTES);
      const to = Math.min(end, (n + 1) * CHUNK_BYTES);
      const known = pieces.get(n) ?? [];
      known.push({ start: from, end: to });
      pieces.set(n, known);
      from = to;
    }
  }
  return pieces;
}
