import {
  connectNats,
  createOutbox,
  createRelay,
  topologyOf,
  type NatsLink,
  type StreamSettings,
  type Topology,
} from '@outreach/event-bus';
import {
  createDeadLetters,
  createErasures,
  createEventFailures,
  type DeadLetters,
  type Erasures,
  type EventFailures,
} from '@outreach/event-bus/consumer';
import type { EventSink } from '@outreach/event-schema';
import { createLeaderLease, type LeaderLease } from '@outreach/job-kit';
import { connectMongo, createLeases, type Leases, type Mongo } from '@outreach/mongo-kit';
import { createCursors, type Cursors } from '@outreach/mongo-kit/paging';
import { createSealer, type Sealer } from '@outreach/mongo-kit/sealing';
import {
  createEventSink,
  createUnits,
  type IdempotencyLeases,
  type OnStep,
  type Units,
} from '@outreach/mongo-kit/units';
import { newId, systemClock, type Clock, type Logger, type NewId } from '@outreach/service-kit';
import type { Resource } from '@outreach/service-kit/lifecycle';
import { withSystemCall, type SystemWork } from '@outreach/service-kit/system-context';
import type { ServiceConfig } from './service-config.ts';

/** Options of a service beside its configuration; tests replace clocks, ids, randomness and leases. */
export interface BuildOptions {
  readonly logger: Logger;
  readonly clock?: Clock;
  readonly ids?: NewId;
  /** Returns a number of at least 0 and less than 1. */
  readonly random?: () => number;
  readonly onTenantViolation?: (description: string) => void;
  readonly idempotencyLeases?: IdempotencyLeases;
  /** Called at every step of a command with an idempotency key. */
  readonly onStep?: OnStep;
}

/** Work that a service does on its own behalf for a workspace. */
export type WorkspaceWork = Pick<SystemWork, 'workspaceId' | 'agencyId' | 'scopes'> & {
  /** Id of the request that caused the work; a new id without it. */
  readonly requestId?: string | undefined;
  readonly traceparent?: string | undefined;
};

/** The kits of one service, joined: everything that features are made of. */
export interface ServiceBase {
  readonly name: string;
  readonly mongo: Mongo;
  readonly units: Units;
  readonly events: EventSink;
  readonly cursors: Cursors;
  readonly sealer: Sealer;
  readonly leases: Leases;
  /** Held by the process that runs the periodic jobs of the service. */
  readonly leader: LeaderLease;
  readonly link: NatsLink;
  readonly relay: Resource;
  /** The settings of all streams of domain events. */
  readonly streams: StreamSettings;
  /** The stream that the service publishes to. */
  readonly topology: Topology;
  readonly deadLetters: DeadLetters;
  readonly failures: EventFailures;
  /** Erased records of other services. */
  readonly erasures: Erasures;
  readonly clock: Clock;
  readonly ids: NewId;
  readonly random: () => number;
  readonly logger: Logger;
  /** Runs `fn` in a call of the workspace with the identity of the service and a deadline of 30 s. */
  inWorkspace<T>(work: WorkspaceWork, fn: () => Promise<T>): Promise<T>;
}

export function createServiceBase(name: string, config: ServiceConfig, options: BuildOptions): ServiceBase {
  const { logger, clock = systemClock, ids = newId, random = Math.random } = options;
  const mongo = connectMongo({
    uri: config.MONGODB_URI,
    database: config.MONGODB_DATABASE ?? `outreach_${name}`,
    appName: name,
    logger,
    buildsIndexes: config.SCHEMA === 'build',
    ...(options.onTenantViolation === undefined ? {} : { onTenantViolation: options.onTenantViolation }),
  });
  const { connection } = mongo;
  const outbox = createOutbox({ connection });
  const { idempotencyLeases: idempotency, onStep } = options;
  const keys = keysOf(config);
  const { serviceKey, previousKeys } = keys;
  const units = createUnits({ connection, outbox, ...keys, clock, ids, leases: idempotency, onStep });
  const link = connectNats({ url: config.NATS_URL, name, logger });
  const leases = createLeases({ connection, clock, owner: ids(name) });
  const streams = streamSettings(config);
  const topology = topologyOf(streams, name);
  return {
    name,
    mongo,
    units,
    events: createEventSink({ units, clock, ids }),
    cursors: createCursors(serviceKey, previousKeys),
    sealer: createSealer(serviceKey, previousKeys),
    leases,
    leader: createLeaderLease({ leases, name: 'jobs' }),
    link,
    relay: createRelay({ service: name, connection, outbox, link, topology, leases, logger }),
    streams,
    topology,
    deadLetters: createDeadLetters(connection),
    failures: createEventFailures(connection),
    erasures: createErasures(connection),
    clock,
    ids,
    random,
    logger,
    inWorkspace: async ({ requestId = ids('req'), traceparent, ...work }, fn) =>
      withSystemCall(
        { ...work, requestId, service: name, ...(traceparent === undefined ? {} : { traceparent }) },
        fn,
      ),
  };
}

/** The current service key, and the previous key during a rotation. */
function keysOf({ SERVICE_KEY: serviceKey, SERVICE_KEY_PREVIOUS: previousKey }: ServiceConfig) {
  return { serviceKey, previousKeys: previousKey === undefined ? [] : [previousKey] };
}

function streamSettings(config: ServiceConfig): StreamSettings {
  return {
    prefix: config.NATS_STREAM_PREFIX,
    subjectPrefix: config.NATS_SUBJECT_PREFIX,
    maxBytes: config.NATS_STREAM_MAX_BYTES,
    replicas: config.NATS_STREAM_REPLICAS,
    isMadeByJob: config.SCHEMA === 'check',
  };
}
