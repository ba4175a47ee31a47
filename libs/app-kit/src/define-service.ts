import { measureOutboxAge } from '@outreach/event-bus';
import { createConsumer, eraseDeadLetters } from '@outreach/event-bus/consumer';
import { receiveWakeUps, sendWakeUps } from '@outreach/event-bus/wake-ups';
import { pollingJob } from '@outreach/job-kit';
import { queueWakeUpsOf } from '@outreach/job-kit/wake-ups';
import { runAsSystem } from '@outreach/mongo-kit';
import { SEALED_REPLIES, type SealedFields } from '@outreach/mongo-kit/sealing';
import type { ConfigDefinition, Role } from '@outreach/service-kit/config';
import {
  bindRpc,
  createGrpcServer,
  createIdentityVerifier,
  tlsFilesOf,
  type BoundService,
  type GrpcServer,
} from '@outreach/service-kit/grpc';
import { supervise, type App, type Job, type Resource } from '@outreach/service-kit/lifecycle';
import type { RpcTable } from '@outreach/service-kit/rpc';
import type { Feature } from './feature.ts';
import { joinMethods } from './join-methods.ts';
import { createSealing, type Sealing } from './sealing.ts';
import { awaitSchema, buildSchema, consumedTopology, createSchema, type Schema } from './schema.ts';
import { createServiceBase, type BuildOptions, type ServiceBase } from './service-base.ts';
import type { ServiceConfig } from './service-config.ts';

const ERASE_LETTERS_EVERY_MS = 10_000;

/** A service with a database, the event bus and a gRPC server. */
export interface ServiceDefinition<Settings extends ServiceConfig, Definition extends object> {
  readonly name: string;
  readonly config: ConfigDefinition<Settings>;
  /** The generated gRPC service definition. */
  readonly rpc: Definition;
  /** The fields that the service seals, beside stored replies. They are sealed again when SERVICE_KEY is rotated. */
  readonly sealed?: readonly SealedFields[];
  /** Makes all features; each RPC method belongs to exactly one of them. */
  readonly features: (
    base: ServiceBase,
    config: Settings,
  ) => readonly Feature<Partial<RpcTable<Definition>>>[];
}

/** A service that can be run, administered and tested. */
export interface Service<Settings extends ServiceConfig = ServiceConfig> {
  readonly name: string;
  readonly config: ConfigDefinition<Settings>;
  /** Joins the features of the service. Nothing is started. @throws Error when a method has no feature, or several. */
  build(config: Settings, options: BuildOptions): ServiceApp;
}

export interface ServiceApp extends App {
  readonly base: ServiceBase;
  readonly features: readonly Feature[];
  readonly schema: Schema;
  readonly sealed: Sealing;
  /** The jobs that this process runs. */
  readonly jobs: readonly Job[];
  /** Started with the role `api`, and with the role `worker` if workers serve a method. */
  readonly grpc: GrpcServer;
  /** The required scope of each RPC method. */
  readonly scopes: BoundService['scopes'];
  /** The role whose processes serve each RPC method. */
  readonly roles: BoundService['roles'];
}

export function defineService<Settings extends ServiceConfig, Definition extends object>(
  definition: ServiceDefinition<Settings, Definition>,
): Service<Settings> {
  const { name, config } = definition;
  return {
    name,
    config,
    build: (settings, options) => {
      const base = createServiceBase(name, settings, options);
      const features = definition.features(base, settings);
      const rpc = bindRpc(definition.rpc, joinMethods(definition, features));
      const sealed = createSealing(base, [...(definition.sealed ?? []), SEALED_REPLIES]);
      return assemble({ base, features, rpc, sealed }, settings);
    },
  };
}

interface Assembly {
  readonly base: ServiceBase;
  readonly features: readonly Feature[];
  readonly rpc: BoundService;
  readonly sealed: Sealing;
}

/**
 * Database, broker, resources and jobs start before the gRPC server accepts calls, and stop after it. The role `worker`
 * runs consumers and jobs. The gRPC server serves the methods of the roles of the process; a worker without methods has
 * none. The relay runs in every process, under one leader.
 */
function assemble({ base, features, rpc, sealed }: Assembly, config: ServiceConfig): ServiceApp {
  const { name, mongo, units, link, relay, clock, logger } = base;
  const grpc = createGrpcServer({
    name,
    listen: config.GRPC_LISTEN,
    services: [rpc],
    identity: createIdentityVerifier(config.IDENTITY_PUBLIC_KEYS, { audience: name, clock }),
    commands: units,
    logger,
    roles: config.ROLES,
    tls: tlsFilesOf(config),
  });
  const schema = createSchema(base, features);
  const resources = features.flatMap((feature) => feature.resources ?? []);
  const isWorker = config.ROLES.has('worker');
  const sealing = config.SERVICE_KEY_PREVIOUS === undefined ? [] : [sealed.job];
  const jobs = isWorker ? [...jobsOf(base, features), ...sealing] : [];
  const isServing = config.ROLES.has('api') || [...rpc.roles.values()].includes('worker');
  return {
    base,
    features,
    schema,
    sealed,
    jobs,
    grpc,
    scopes: rpc.scopes,
    roles: rpc.roles,
    resources: [
      mongo,
      config.SCHEMA === 'build' ? buildSchema(schema) : awaitSchema(schema, logger),
      link,
      relay,
      measureOutboxAge({ connection: mongo.connection, clock, logger }),
      shareWakeUps(base, config.ROLES),
      ...resources,
      ...(isWorker ? background(base, features, jobs) : []),
      ...(isServing ? [grpc] : []),
    ],
    readiness: async () => ((await mongo.isHealthy()) ? undefined : 'the database does not answer'),
  };
}

/** Work that a process without jobs adds starts at once in the processes with jobs. */
function shareWakeUps(base: ServiceBase, roles: ReadonlySet<Role>): Resource {
  const options = { ...base, service: base.name, wakeUps: queueWakeUpsOf(base.mongo.connection) };
  return roles.has('worker') ? receiveWakeUps(options) : sendWakeUps(options);
}

/** The consumers of all features, and the jobs of the process. */
function background(
  base: ServiceBase,
  features: readonly Feature[],
  jobs: readonly Job[],
): readonly Resource[] {
  const consumers = features.flatMap((feature) => feature.consumers ?? []);
  return [
    // It stops after the jobs.
    { name: 'leader lease', stop: async () => base.leader.release() },
    ...consumers.map((consumer) =>
      createConsumer({ ...base, ...consumer, topology: consumedTopology(base, consumer) }),
    ),
    supervise(jobs, base.logger),
  ];
}

function jobsOf(base: ServiceBase, features: readonly Feature[]): readonly Job[] {
  return [...features.flatMap((feature) => feature.jobs ?? []), eraseLettersJob(base, features)];
}

/** Deletes dead letters of erased records: an event may become a dead letter after the erasure. */
function eraseLettersJob({ mongo, erasures, leader }: ServiceBase, features: readonly Feature[]): Job {
  const erasedOf = async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
    const sources = [erasures.erasedOf, ...features.flatMap((feature) => feature.erasedOf ?? [])];
    const found = await Promise.all(sources.map(async (source) => source(ids)));
    return new Set(found.flatMap((some) => [...some]));
  };
  return pollingJob({
    name: 'erase-dead-letters',
    everyMs: ERASE_LETTERS_EVERY_MS,
    leader,
    run: async () => {
      await runAsSystem('dead letters of all workspaces are checked by one job', async () =>
        eraseDeadLetters(mongo.connection, erasedOf),
      );
      return false;
    },
  });
}
