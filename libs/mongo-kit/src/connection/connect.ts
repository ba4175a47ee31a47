import mongoose, { type Connection, type Model, type Schema } from 'mongoose';
import type { Logger } from '@outreach/service-kit';
import type { StartableResource } from '@outreach/service-kit/lifecycle';
import { buildModelIndexes, missingModelIndexes } from './indexes.ts';
import { checkCalls, checkWire } from '../tenancy/command-checks.ts';

/** Binds the session of a unit of work to the queries inside it, through mongoose's own AsyncLocalStorage. */
mongoose.set('transactionAsyncLocalStorage', true);

const SERVER_SELECTION_TIMEOUT_MS = 5_000;
/**
 * A primary that stands still keeps the commands in flight until a check of it fails, after both times together: 5 s. The
 * pool is cleared then, and the commands are tried again at the new primary.
 */
const HEARTBEAT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 3_000;
const SOCKET_TIMEOUT_MS = 60_000;
/** Connections of one process to the database. */
export const POOL_SIZE_MAX = 64;

export interface MongoOptions {
  readonly uri: string;
  readonly database: string;
  /** Shown in the server's log and in currentOp. */
  readonly appName: string;
  readonly logger: Logger;
  /** True by default: `start` builds the indexes of all models. */
  readonly buildsIndexes?: boolean;
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
  /** Builds the indexes of all models, once for a connection. */
  buildIndexes(): Promise<void>;
  /** Indexes of models that the database does not have, as `collection.index`. */
  missingIndexes(): Promise<readonly string[]>;
}

/** `start` connects, refuses a standalone server, and builds the indexes of all models unless the options exclude it. */
export function connectMongo(options: MongoOptions): Mongo {
  const isOnWire = options.onTenantViolation !== undefined;
  const connection = mongoose.createConnection();
  let isBuilt = false;
  const buildIndexes = async (): Promise<void> => {
    if (isBuilt) return;
    await buildModelIndexes(connection);
    isBuilt = true;
  };
  return {
    name: 'mongodb',
    connection,
    isHealthy: async () => isHealthy(connection),
    buildIndexes,
    missingIndexes: async () => missingModelIndexes(connection),
    start: async () => {
      await connection.openUri(options.uri, {
        dbName: options.database,
        appName: options.appName,
        maxPoolSize: POOL_SIZE_MAX,
        serverSelectionTimeoutMS: SERVER_SELECTION_TIMEOUT_MS,
        heartbeatFrequencyMS: HEARTBEAT_MS,
        connectTimeoutMS: CONNECT_TIMEOUT_MS,
        socketTimeoutMS: SOCKET_TIMEOUT_MS,
        writeConcern: { w: 'majority', journal: true },
        retryWrites: true,
        monitorCommands: isOnWire,
        autoIndex: false,
      });
      await refuseStandalone(connection);
      (isOnWire ? checkWire : checkCalls)(connection, options);
      if (options.buildsIndexes !== false) await buildIndexes();
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
