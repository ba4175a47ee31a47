import { MongoClient } from 'mongodb';
import { eventually } from '../eventually.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';

const REPLICA_SET = 'outreach';

/** A mongod on a free port, as a replica set of one member; the program is MONGOD_BIN or the one on the PATH. */
export async function createMongoProcess(): Promise<ServerProcess> {
  const server = await createServerProcess({
    scheme: 'mongodb',
    binary: process.env['MONGOD_BIN'] ?? 'mongod',
    args: ({ port, folder }) => [
      ...['--bind_ip', '127.0.0.1', '--port', port, '--dbpath', folder, '--replSet', REPLICA_SET],
      ...['--nounixsocket', '--quiet', '--wiredTigerCacheSizeGB', '0.25'],
    ],
  });
  return {
    ...server,
    url: `${server.url}/?replicaSet=${REPLICA_SET}`,
    start: async () => {
      await server.start();
      await becomePrimary(server.url);
    },
  };
}

async function becomePrimary(url: string): Promise<void> {
  const client = await MongoClient.connect(`${url}/?directConnection=true`);
  const admin = client.db('admin');
  try {
    const { setName } = await admin.command({ hello: 1 });
    const members = [{ _id: 0, host: new URL(url).host }];
    if (setName === undefined) await admin.command({ replSetInitiate: { _id: REPLICA_SET, members } });
    await eventually(
      async () => {
        const { isWritablePrimary } = await admin.command({ hello: 1 });
        if (isWritablePrimary !== true) throw new Error('The server is not the primary yet.');
      },
      { timeoutMs: 30_000 },
    );
  } finally {
    await client.close();
  }
}
