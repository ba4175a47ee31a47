import type { Connection } from 'mongoose';
import { perConnection } from '../per-connection.ts';
import { createWakeUp, type WakeUp } from './wake-up.ts';

/** The wake-ups of the work queues of one service, by collection. */
export interface QueueWakeUps {
  /** The wake-up of a further queue of the collection. */
  create(collection: string): WakeUp;
  /** Wakes the queues of the collection in this process only. */
  raise(collection: string): void;
  /** From now on `listener` gets the collection of each wake-up that code of this process raises. */
  forwardTo(listener: (collection: string) => void): void;
}

/** The wake-ups of the service that uses the connection. */
export const queueWakeUpsOf: (connection: Connection) => QueueWakeUps = perConnection(createQueueWakeUps);

function createQueueWakeUps(): QueueWakeUps {
  const queues = new Map<string, WakeUp[]>();
  let forward: (collection: string) => void = () => undefined;
  return {
    create: (collection) => {
      const own = createWakeUp();
      queues.set(collection, [...(queues.get(collection) ?? []), own]);
      return {
        wait: own.wait,
        raise: () => {
          own.raise();
          forward(collection);
        },
      };
    },
    raise: (collection) => {
      for (const queue of queues.get(collection) ?? []) queue.raise();
    },
    forwardTo: (listener) => {
      forward = listener;
    },
  };
}
