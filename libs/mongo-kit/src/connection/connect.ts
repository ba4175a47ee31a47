import mongoose, { type Connection, type Model, type Schema } from 'mongoose';
import { type Logger, type Resource } from '@outreach/service-kit';
import { isAbsent } from './mongo-errors.ts';
import { retiredIndexesOf } from './schemas.ts';
import { watchCalls, watchWire } from '../tenancy/command-checks.ts';

/** Queries and saves inside a unit of work take part in its transaction without being handed the session. */
mongoose.set('transactionAsyncLocalStorage', true);

const SERVER_SELECTION_TIMEOUT_MS = 5_000;
const SOCKET_TIMEOUT_MS = 60_000;
const POOL_SIZE_MAX = 64;

export interface MongoOptions {
  readonly uri: string;
  readonly database: string;
  /** Shown in the server's log and in currentOp. */
  readonly appName: string;
  readonly logger: Logger;
  /**
   * Called when a command reaches a tenant collection without its workspace. Where it is given, commands are watched
   * on the wire; where not, as models hand them to the driver. Either way they are counted and logged.
   */
  readonly onTenantViolation?: (description: string) => void;
}

/** One service's connection to its own database. */
export interface Mongo extends Resource {
  readonly connection: Connection;
  /** True while the database answers. */
  isHealthy(): Promise<boolean>;
}

/** Opens nothing yet: `start` connects, refuses a standalone server, and builds the indexes of all models. */
export function connectMongo(options: MongoOptions): Mongo {
  const isOnWire = options.onTenantViolation !== undefined;
  const connection = mongoose.createConnection();
  return {
    name: 'mongodb',
    connection,
    isHealthy: async () => isHealthy(connection),
    start: async () => {
      await connection.openUri(options.uri, {
        dbName: options.database,
        appName: options.appName,
        maxPoolSize: POOL_SIZE_MAX,
        serverSelectionTimeoutMS: SERVER_SELECTION_TIMEOUT_MS,
        socketTimeoutMS: SOCKET_TIMEOUT_MS,
        writeConcern: { w: 'majority', journal: true },
        retryWrites: true,
        monitorCommands: isOnWire,
        autoIndex: false,
      });
      await refuseStandalone(connection);
      (isOnWire ? watchWire : watchCalls)(connection, options);
      await buildIndexes(connection);
    },
    stop: async () => connection.close(),
  };
}

/** Compiles a model; its collection name is given, never derived. */
export function defineModel<Doc>(
  connection: Connection,
  collection: string,
  schema: Schema<Doc>,
): Model<Doc> {
  return connection.model<Doc>(collection, schema, collection);
}

async function isHealthy(connection: Connection): Promise<boolean> {
  try {
    await connection.db?.command({ ping: 1 }, { timeoutMS: 1_000 });
    return connection.readyState === mongoose.ConnectionStates.connected;
  } catch {
    return false;
  }
}

/** Transactions need a replica set; one member is enough for development. */
async function refuseStandalone(connection: Connection): Promise<void> {
  const hello = await connection.db?.admin().command({ hello: 1 });
  if (hello?.['setName'] !== undefined || hello?.['msg'] === 'isdbgrid') return;
  throw new Error(
    'MONGODB_URI leads to a standalone server. Transactions need a replica set: start mongod with --replSet and run rs.initiate() once.',
  );
}

/** Every process builds the indexes that its models name; MongoDB makes a second build of the same index a no-op. */
async function buildIndexes(connection: Connection): Promise<void> {
  for (const model of Object.values(connection.models)) {
    for (const name of retiredIndexesOf(model.schema)) await dropIndex(connection, model.modelName, name);
    await model.createIndexes();
  }
}

async function dropIndex(connection: Connection, collection: string, name: string): Promise<void> {
  await connection
    .collection(collection)
    .dropIndex(name)
    .catch((thrown: unknown) => {
      if (!isAbsent(thrown)) throw thrown;
    });
}
