import { GridFSBucket, ObjectId, type GridFSBucketWriteStream } from 'mongodb';
import { once } from 'node:events';
import type { Connection } from 'mongoose';
import type { ExportFiles, OpenFile } from './ports.ts';

const BUCKET = 'export_files';
const CHUNK_BYTES = 262_144;

/** Files of exports in GridFS, named by the id of their job. */
export function createExportFiles(connection: Connection): ExportFiles {
  const database = (): NonNullable<Connection['db']> => {
    if (connection.db === undefined) throw new Error('The database is not connected.');
    return connection.db;
  };
  const bucket = (): GridFSBucket =>
    new GridFSBucket(database(), { bucketName: BUCKET, chunkSizeBytes: CHUNK_BYTES });
  // The bucket finds only complete files. The chunks of an incomplete one have no other trace.
  const remove = async (_id: ObjectId): Promise<void> => {
    await database().collection(`${BUCKET}.files`).deleteOne({ _id });
    await database().collection(`${BUCKET}.chunks`).deleteMany({ files_id: _id });
  };
  return {
    create: (name) => openFile(bucket().openUploadStream(name), remove),
    read: async (id, { offset, length }) => {
      const [file] = await bucket()
        .find({ _id: new ObjectId(id) })
        .toArray();
      const end = Math.min(offset + length, file?.length ?? 0);
      const byte_count = file?.length ?? 0;
      if (file === undefined || offset >= end) return { content: Buffer.alloc(0), is_last: true, byte_count };
      const chunks: Buffer[] = [];
      for await (const chunk of bucket().openDownloadStream(file._id, { start: offset, end }))
        chunks.push(Buffer.from(chunk as Uint8Array));
      return { content: Buffer.concat(chunks), is_last: end === byte_count, byte_count };
    },
    remove: async (id) => remove(new ObjectId(id)),
  };
}

function openFile(stream: GridFSBucketWriteStream, remove: (id: ObjectId) => Promise<void>): OpenFile {
  let failure: Error | undefined;
  stream.on('error', (err: Error) => (failure = err));
  return {
    id: stream.id.toHexString(),
    write: async (text) => {
      if (failure !== undefined) throw failure;
      if (!stream.write(text)) await once(stream, 'drain');
    },
    close: async () => {
      stream.end();
      await once(stream, 'finish');
    },
    abort: async () => {
      // A chunk that is on its way is stored before the others are deleted.
      if (!stream.destroyed && !stream.writableEnded) {
        stream.end();
        await once(stream, 'finish').catch(() => undefined);
      }
      await remove(stream.id);
    },
  };
}
