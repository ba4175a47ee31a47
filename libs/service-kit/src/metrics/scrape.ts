import { endsWithin } from '../bulkhead/ends-within.ts';
import type { StartableResource } from '../lifecycle/lifecycle.ts';
import type { Logger } from '../logger.ts';
import { metrics } from './metrics.ts';

/** Values are read at most so often, however many clients read the metrics. */
const READ_EVERY_MS = 15_000;
/** A slower read is finished in the background; the metrics then have the previous value. */
const READ_MS_MAX = 1_000;

type Sampler = () => Promise<void>;

const samplers = new Set<Sampler>();

/** The metrics in the text format of Prometheus, with values that are read now. */
export async function scrape(): Promise<string> {
  await Promise.all([...samplers].map(async (sample) => sample()));
  return metrics.registry.metrics();
}

export interface ScrapedValue {
  readonly name: string;
  /** Reads the value by an index and sets its gauge. */
  readonly read: () => Promise<void>;
  readonly logger: Logger;
}

/** A value that is read when the metrics are, for example from a database. */
export function readAtScrape({ name, read, logger }: ScrapedValue): StartableResource {
  let dueAtMs = -Infinity;
  let reading: Promise<void> | undefined;
  const start = async (): Promise<void> => {
    try {
      await read();
    } catch (err) {
      logger.warn({ metric: name, err }, 'a metric was not read');
    } finally {
      dueAtMs = performance.now() + READ_EVERY_MS;
      reading = undefined;
    }
  };
  const sample: Sampler = async () => {
    if (performance.now() < dueAtMs) return;
    reading ??= start();
    await endsWithin(reading, READ_MS_MAX);
  };
  return {
    name: `metric ${name}`,
    start: async () => {
      samplers.add(sample);
      return Promise.resolve();
    },
    stop: async () => {
      samplers.delete(sample);
      await reading;
    },
  };
}
