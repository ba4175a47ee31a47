import { GridFSBucket, ObjectId } from 'mongodb';
import { once } from 'node:events';
import type { Connection } from 'mongoose';
import type { ExportFiles } from './ports.ts';

const BUCKET = 'export_files';
const CHUNK_BYTES = 262_144;
const FILES_MAX = 100;

/** Files of exports in GridFS, named by the id of their job. */
export function createExportFiles(connection: Connection): ExportFiles {
  const bucket = (): GridFSBucket => {
    if (connection.db === undefined) throw new Error('The database is not connected.');
    return new GridFSBucket(connection.db, { bucketName: BUCKET, chunkSizeBytes: CHUNK_BYTES });
  };
  return {
    create: (name) => {
      const stream = bucket().openUploadStream(name);
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
      };
    },
    read: async (id, { offset, length }) => {
      const [file] = await bucket()
        .find({ _id: new ObjectId(id) })
        .toArray();
      const end = Math.min(offset + length, file?.length ?? 0);
      const byteCount = file?.length ?? 0;
      if (file === undefined || offset >= end) return { content: new Uint8Array(), isLast: true, byteCount };
      const chunks: Buffer[] = [];
      for await (const chunk of bucket().openDownloadStream(file._id, { start: offset, end }))
        chunks.push(Buffer.from(chunk as Uint8Array));
      return { content: Buffer.concat(chunks), isLast: end === byteCount, byteCount };
    },
    removeNamed: async (name) => {
      const found = await bucket().find({ filename: name }, { limit: FILES_MAX }).toArray();
      for (const { _id } of found) await bucket().delete(_id);
    },
  };
}
