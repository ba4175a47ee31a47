import mongoose, { type Connection, type Model, type Schema } from 'mongoose';
import type { Logger, StartableResource } from '@outreach/service-kit';
import { isAbsent } from './mongo-errors.ts';
import { retiredIndexesOf } from './schemas.ts';
import { checkCalls, checkWire } from '../tenancy/command-checks.ts';

/** Binds the session of a unit of work to the queries inside it, through mongoose's own AsyncLocalStorage. */
mongoose.set('transactionAsyncLocalStorage', true);

const SERVER_SELECTION_TIMEOUT_MS = 5_000;
const SOCKET_TIMEOUT_MS = 60_000;
/** Connections of one process to the database. */
export const POOL_SIZE_MAX = 64;

export interface MongoOptions {
  readonly uri: string;
  readonly database: string;
  /** Shown in the server's log and in currentOp. */
  readonly appName: string;
  readonly logger: Logger;
  /**
   * Called when a command reaches a tenant collection without its workspace. With this callback, commands are checked
   * on the wire; without it, before the driver. Violations are counted and logged in both cases.
   */
  readonly onTenantViolation?: (description: string) => void;
}

/** The connection of a service to its database. */
export interface Mongo extends StartableResource {
  readonly connection: Connection;
  /** True while the database answers. */
  isHealthy(): Promise<boolean>;
}

/** `start` connects, refuses a standalone server, and builds the indexes of all models. */
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
      (isOnWire ? checkWire : checkCalls)(connection, options);
      await buildIndexes(connection);
    },
    stop: async () => connection.close(),
  };
}

/** Compiles a model with an explicit collection name. */
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

/** Every process builds the indexes of its models. Building an existing index is a no-op. */
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
