import { once } from 'node:events';
import { GridFSBucket, MongoRuntimeError, ObjectId } from 'mongodb';
import type { Connection } from 'mongoose';
import type { StagedFiles } from '../domain/imports/ports.ts';

const BUCKET = 'staged';
const CHUNK_BYTES = 65_536;
const OLD_FILES_AT_ONCE = 1_000;

/** Uploaded files in GridFS; a file belongs to the workspace whose job names it. */
export function createStagedFiles(connection: Connection): StagedFiles {
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
    remove: async (id) => {
      await bucket()
        .delete(new ObjectId(id))
        .catch((thrown: unknown) => {
          // The file itself is the last thing to be written: without it there are chunks at most, which went with it.
          if (!(thrown instanceof MongoRuntimeError)) throw thrown;
        });
    },
    before: async (moment) => {
      const old = bucket().find({ uploadDate: { $lt: moment } }, { limit: OLD_FILES_AT_ONCE });
      return (await old.toArray()).map(({ _id }) => _id.toHexString());
    },
  };
}
