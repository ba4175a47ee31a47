import type { ConsumerOptions, Requeue } from '@outreach/event-bus/consumer';
import type { Job, Resource } from '@outreach/service-kit/lifecycle';
import type { CommandTable } from './admin/commands.ts';

/** A consumer of a feature: the durable that it reads, the events that it decodes, and their handler. */
export type EventConsumer = Pick<ConsumerOptions, 'durable' | 'catalogue' | 'handleBatch'> &
  Partial<Pick<ConsumerOptions, 'topology'>>;

/**
 * One capability of a service. `createX(base, needs)` of the feature's index.ts makes its stores, methods, jobs and
 * consumers; the service is a list of features.
 */
export interface Feature<Methods extends object = object> {
  readonly name: string;
  /** RPC methods by their names in the proto file, served by processes with the role `api`. */
  readonly methods?: Methods;
  /** Run by processes with the role `worker`. */
  readonly consumers?: readonly EventConsumer[];
  /** Run by processes with the role `worker`, after the resources of all features. */
  readonly jobs?: readonly Job[];
  /** Started in order in every process, after the database and the broker connection and before the gRPC server. */
  readonly resources?: readonly Resource[];
  /** Operator commands. */
  readonly admin?: CommandTable;
  /** Restarts work whose dead letter an operator retries, by the source of the letter. */
  readonly requeue?: Requeue;
  /** Returns which ids belong to erased records, in addition to `base.erasures`. */
  readonly erasedOf?: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}
