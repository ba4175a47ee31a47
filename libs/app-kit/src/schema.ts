import { topologyOfDurable, type Topology } from '@outreach/event-bus';
import type { Logger } from '@outreach/service-kit';
import { pause, type Resource } from '@outreach/service-kit/lifecycle';
import type { EventConsumer, Feature } from './feature.ts';
import type { ServiceBase } from './service-base.ts';

/** A process that waits longer than this does not start. Less than the 120 s that Kubernetes gives a start. */
const WAIT_MS_MAX = 100_000;
const POLL_MS = 250;
/** Longer lists are cut in the log. */
const LISTED_MAX = 10;

/** What a service requires of its database and of the broker before it serves. */
export interface Schema {
  /** Creates missing indexes. It is safe in several processes. */
  build(): Promise<void>;
  /** Missing indexes as `collection.index`. */
  missing(): Promise<readonly string[]>;
  /** The stream that the service publishes to. */
  readonly published: Topology;
  /** The streams that the service consumes. */
  readonly consumed: readonly Topology[];
}

export function createSchema(base: ServiceBase, features: readonly Feature[]): Schema {
  const { mongo, units } = base;
  const consumers = features.flatMap((feature) => feature.consumers ?? []);
  return {
    published: base.topology,
    consumed: consumers.map((consumer) => consumedTopology(base, consumer)),
    build: async () => {
      await mongo.buildIndexes();
      await units.createIndexes();
    },
    missing: async () => [...(await mongo.missingIndexes()), ...(await units.missingIndexes())],
  };
}

/** The stream of a consumer. By default, its durable determines the stream. */
export function consumedTopology(
  { streams }: Pick<ServiceBase, 'streams'>,
  { durable, topology = topologyOfDurable(streams, durable) }: EventConsumer,
): Topology {
  return topology;
}

/** Builds the schema when the process starts. */
export function buildSchema({ build }: Schema): Resource {
  return atStart(build);
}

/** Waits until another process has built the schema. @throws Error after 100 s, naming the missing parts. */
export function awaitSchema(schema: Schema, logger: Logger): Resource {
  const missing = async (): Promise<readonly string[]> => (await schema.missing()).slice(0, LISTED_MAX);
  return atStart(async (signal) => {
    const timeout = AbortSignal.timeout(WAIT_MS_MAX);
    let open = await missing();
    if (open.length > 0) logger.warn({ missing: open }, 'waits for schema apply');
    while (open.length > 0) {
      if (timeout.aborted) throw new Error(`The schema is not complete: ${open.join(', ')}.`);
      await pause(POLL_MS, signal);
      if (signal.aborted) return;
      open = await missing();
    }
  });
}

/** Work that a process finishes before it continues to start; a stop ends it early and waits for its end. */
function atStart(work: (signal: AbortSignal) => Promise<void>): Resource {
  const stopping = new AbortController();
  let running = Promise.resolve();
  return {
    name: 'schema',
    start: async () => {
      running = work(stopping.signal);
      await running;
    },
    stop: async () => {
      stopping.abort();
      await running.catch(() => undefined);
    },
  };
}
