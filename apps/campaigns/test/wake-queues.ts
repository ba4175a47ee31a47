import { queueWakeUpsOf } from '@outreach/job-kit';
import type { Mongo } from '@outreach/mongo-kit';
import { wakeOnWrites } from '@outreach/testing';
import { MongoClient } from 'mongodb';

/**
 * Connects a client of a test to the database of a service. Its writes wake the work queues of the service.
 * @param processes the processes of the service that are woken; processes may be added later.
 */
export async function connectWaking(uri: string, processes: readonly Mongo[]): Promise<MongoClient> {
  const client = new MongoClient(uri, { monitorCommands: true });
  wakeOnWrites(client, {
    raise: (collection) => {
      for (const { connection } of processes) queueWakeUpsOf(connection).raise(collection);
    },
  });
  return client.connect();
}
