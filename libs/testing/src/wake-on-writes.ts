const WRITES: ReadonlySet<string> = new Set(['insert', 'update', 'findAndModify']);

/** A client of the database that reports its commands, as `MongoClient` does with `monitorCommands`. */
interface MonitoredClient {
  on(event: 'commandStarted', listener: (command: StartedCommand) => void): unknown;
  on(event: 'commandSucceeded', listener: (command: { readonly requestId: number }) => void): unknown;
}

interface StartedCommand {
  readonly requestId: number;
  readonly commandName: string;
  readonly command: Readonly<Record<string, unknown>>;
}

/**
 * Each write of a test's client wakes the work queues of the collection, as the service does after its own commits.
 * Without it, the service finds rows of a test at its next poll, up to 5 s later.
 */
export function wakeOnWrites(client: MonitoredClient, wakeUps: { raise(collection: string): void }): void {
  const written = new Map<number, string>();
  client.on('commandStarted', ({ requestId, commandName, command }) => {
    if (WRITES.has(commandName)) written.set(requestId, String(command[commandName]));
  });
  client.on('commandSucceeded', ({ requestId }) => {
    const collection = written.get(requestId);
    if (collection !== undefined) wakeUps.raise(collection);
    written.delete(requestId);
  });
}
