import { randomBytes } from 'node:crypto';
import { createLogger, type Logger } from '@outreach/service-kit';
import type { GrpcServer } from '@outreach/service-kit/grpc';
import type { App } from '@outreach/service-kit/lifecycle';
import type { RpcClient } from '@outreach/service-kit/rpc';
import { eventually } from './eventually.ts';
import { startService, testEnvironment } from './service-harness.ts';

const KEY_BYTES = 32;
const RESEALED_WITHIN_MS = 30_000;

interface Collection {
  readonly collectionName: string;
  find(): { toArray(): Promise<object[]> };
}

interface Database {
  collections(): Promise<Collection[]>;
  collection(name: string): { insertOne(row: Record<string, unknown>): Promise<unknown> };
}

interface RotatedApp extends App {
  readonly grpc: GrpcServer;
  readonly sealed: {
    readonly tables: readonly { readonly collection: string; readonly fields: readonly string[] }[];
  };
  readonly base: {
    readonly sealer: { seal(plain: Uint8Array): Buffer; isCurrent(sealed: Uint8Array): boolean };
    readonly mongo: {
      readonly connection: { readonly db?: Database | undefined };
    };
  };
}

export interface RotationOptions<Definition extends object, Settings> {
  readonly service: {
    readonly name: string;
    readonly config: { load(env: Readonly<Record<string, string>>): Settings };
    build(settings: Settings, options: { readonly logger: Logger }): RotatedApp;
  };
  readonly definition: Definition;
  readonly env?: Readonly<Record<string, string>>;
  /** Stores a value in every sealed field, by requests or in the database. */
  readonly fill: (client: RpcClient<Definition>, store: StoreSealed) => Promise<void>;
}

/** Stores a record with a sealed value, such as one that no request writes. */
export type StoreSealed = (collection: string, field: string) => Promise<unknown>;

/** The fields of a service that hold sealed values, as `collection.path`. */
export interface SealedPaths {
  /** Fields of the table of the service. */
  readonly declared: readonly string[];
  /** Fields in the database that are sealed with the first key. */
  readonly before: readonly string[];
  /** Fields in the database that are sealed with the second key, when none is left under the first. */
  readonly after: readonly string[];
}

/** Fills the database of a service, and rotates its SERVICE_KEY. */
export async function rotateServiceKey<Definition extends object, Settings>(
  options: RotationOptions<Definition, Settings>,
): Promise<SealedPaths> {
  const { service, definition, fill } = options;
  const { env, identities } = await testEnvironment(service.name);
  const logger = createLogger({ name: service.name, level: 'silent' });
  const run = async <T>(
    keys: Readonly<Record<string, string>>,
    use: (app: RotatedApp, client: RpcClient<Definition>) => Promise<T>,
  ): Promise<T> => {
    const app = service.build(service.config.load({ ...env, ...options.env, ...keys }), { logger });
    const running = await startService(app, { service: service.name, definition, identities });
    try {
      return await use(app, running.client);
    } finally {
      await running.stop();
    }
  };
  const [first, second] = [newKey(), newKey()];
  const before = await run({ SERVICE_KEY: first }, async (app, client) => {
    await fill(client, async (collection, field) =>
      app.base.mongo.connection.db
        ?.collection(collection)
        .insertOne({ _id: newKey(), [field]: app.base.sealer.seal(Buffer.from(field)) }),
    );
    return pathsOf(app, (bytes) => app.base.sealer.isCurrent(bytes));
  });
  return run({ SERVICE_KEY: second, SERVICE_KEY_PREVIOUS: first }, async (app) => {
    const { isCurrent } = app.base.sealer;
    const after = await eventually(
      async () => {
        const paths = await pathsOf(app, isCurrent);
        if (paths.join() !== before.join()) throw new Error(`Sealed again: ${paths.join()}.`);
        return paths;
      },
      { timeoutMs: RESEALED_WITHIN_MS },
    );
    const declared = app.sealed.tables.flatMap(({ collection, fields }) =>
      fields.map((field) => `${collection}.${field}`),
    );
    return { declared, before, after };
  });
}

const newKey = (): string => randomBytes(KEY_BYTES).toString('base64');

/** Searches every field of every collection for binary values that pass the check. */
async function pathsOf(app: RotatedApp, isSealed: (bytes: Uint8Array) => boolean): Promise<string[]> {
  const collections = (await app.base.mongo.connection.db?.collections()) ?? [];
  const found = new Set<string>();
  for (const collection of collections) {
    for (const document of await collection.find().toArray())
      for (const { path, bytes } of binaryValues(document, collection.collectionName))
        if (isSealed(bytes)) found.add(path);
  }
  return [...found].toSorted();
}

interface BinaryValue {
  readonly path: string;
  readonly bytes: Uint8Array;
}

function binaryValues(value: unknown, path: string): readonly BinaryValue[] {
  if (typeof value !== 'object' || value === null) return [];
  const bytes: unknown = Reflect.get(value, 'buffer');
  if (bytes instanceof Uint8Array) return [{ path, bytes }];
  return Object.entries(value).flatMap(([name, inner]) => binaryValues(inner, `${path}.${name}`));
}
