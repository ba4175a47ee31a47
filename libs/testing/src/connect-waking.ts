import { MongoClient } from 'mongodb';

const WRITES: ReadonlySet<string> = new Set(['insert', 'update', 'findAndModify']);

interface WakeUps {
  raise(collection: string): void;
}

/**
 * Connects a client of a test to the database of a service. Each of its writes wakes the work queues of the collection,
 * as the service does after its own commits; otherwise the service finds rows of a test at its next poll, up to 5 s later.
 * @param processes the wake-ups of each process of the service; processes may be added later.
 */
export async function connectWaking(uri: string, processes: readonly WakeUps[]): Promise<MongoClient> {
  const client = new MongoClient(uri, { monitorCommands: true });
  const written = new Map<number, string>();
  client.on('commandStarted', ({ requestId, commandName, command }) => {
    if (WRITES.has(commandName)) written.set(requestId, String(command[commandName]));
  });
  client.on('commandSucceeded', ({ requestId }) => {
    const collection = written.get(requestId);
    if (collection !== undefined) for (const wakeUps of processes) wakeUps.raise(collection);
    written.delete(requestId);
  });
  return client.connect();
}
