import { connectNats, createOutbox, createRelay, type NatsLink, type Topology } from '@outreach/event-bus';
import type { EventSink } from '@outreach/event-schema';
import {
  connectMongo,
  createCursors,
  createEventSink,
  createLeases,
  createSealer,
  createUnits,
  type Cursors,
  type IdempotencyLeases,
  type Leases,
  type Mongo,
  type OnStep,
  type Sealer,
  type Units,
} from '@outreach/mongo-kit';
import {
  createGrpcServer,
  createIdentityVerifier,
  newId,
  supervise,
  systemClock,
  type App,
  type BoundService,
  type Clock,
  type GrpcServer,
  type Job,
  type Logger,
  type NewId,
  type Resource,
} from '@outreach/service-kit';
import type { ServiceConfig } from './service-config.ts';

/** What tests put in the place of the real things. */
export interface ServiceOverrides {
  readonly clock?: Clock;
  readonly ids?: NewId;
  readonly onTenantViolation?: (description: string) => void;
  readonly idempotencyLeases?: IdempotencyLeases;
  /** Told of every step of a command with an idempotency key. */
  readonly onStep?: OnStep;
}

export interface ServiceBaseOptions extends ServiceOverrides {
  readonly name: string;
  readonly logger: Logger;
}

/** The kits joined for one service: what its stores and domain are built from. */
export interface ServiceBase {
  readonly name: string;
  readonly mongo: Mongo;
  readonly units: Units;
  readonly events: EventSink;
  readonly cursors: Cursors;
  readonly sealer: Sealer;
  readonly leases: Leases;
  readonly link: NatsLink;
  readonly topology: Topology;
  readonly clock: Clock;
  readonly ids: NewId;
  readonly logger: Logger;
  /** The whole app, once the service has bound its table and named its jobs. */
  toApp(parts: ServiceParts): ServiceApp;
}

export interface ServiceParts {
  readonly services: readonly BoundService[];
  readonly jobs?: readonly Job[];
  /** Started after the database and the bus, before the gRPC server. */
  readonly resources?: readonly Resource[];
}

export interface ServiceApp extends App {
  readonly grpc: GrpcServer;
}

export function createServiceBase(config: ServiceConfig, options: ServiceBaseOptions): ServiceBase {
  const { name, logger, clock = systemClock, ids = newId } = options;
  const mongo = connectMongo({
    uri: config.MONGODB_URI,
    database: config.MONGODB_DATABASE ?? `outreach_${name}`,
    appName: name,
    logger,
    ...(options.onTenantViolation === undefined ? {} : { onTenantViolation: options.onTenantViolation }),
  });
  const { connection } = mongo;
  const outbox = createOutbox({ connection });
  const units = createUnits({
    connection,
    outbox,
    serviceKey: config.SERVICE_KEY,
    clock,
    ids,
    leases: options.idempotencyLeases,
    onStep: options.onStep,
  });
  const link = connectNats({ url: config.NATS_URL, name, logger });
  const leases = createLeases({ connection, clock, owner: ids(name) });
  const topology = topologyOf(config);
  const base = {
    name,
    mongo,
    units,
    events: createEventSink({ units, clock, ids }),
    cursors: createCursors(config.SERVICE_KEY),
    sealer: createSealer(config.SERVICE_KEY),
    leases,
    link,
    topology,
    clock,
    ids,
    logger,
  };
  const relay = createRelay({ service: name, connection, outbox, link, topology, leases, logger });
  return { ...base, toApp: (parts) => assemble(config, { ...base, relay }, parts) };
}

function topologyOf(config: ServiceConfig): Topology {
  return {
    stream: config.NATS_STREAM,
    subjectPrefix: config.NATS_SUBJECT_PREFIX,
    maxBytes: config.NATS_STREAM_MAX_BYTES,
  };
}

interface Assembly extends Pick<ServiceBase, 'name' | 'mongo' | 'units' | 'link' | 'clock' | 'logger'> {
  readonly relay: Resource;
}

/** Database, bus and jobs are up before the first call is accepted, and outlive the last one. */
function assemble(config: ServiceConfig, base: Assembly, parts: ServiceParts): ServiceApp {
  const { name, mongo, units, link, relay, clock, logger } = base;
  const grpc = createGrpcServer({
    name,
    listen: config.GRPC_LISTEN,
    services: parts.services,
    identity: createIdentityVerifier(config.IDENTITY_PUBLIC_KEYS, { audience: name, clock }),
    commands: units,
    logger,
  });
  const records: Resource = {
    name: 'idempotency',
    start: async () => units.createIndexes(),
    stop: async () => undefined,
  };
  const jobs = supervise(parts.jobs ?? [], logger);
  return {
    grpc,
    resources: [mongo, records, link, relay, ...(parts.resources ?? []), jobs, grpc],
    readiness: async () => ((await mongo.isHealthy()) ? undefined : 'the database does not answer'),
  };
}
