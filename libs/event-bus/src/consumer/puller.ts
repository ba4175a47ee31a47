import type { Consumer, ConsumerMessages, JsMsg } from 'nats';

/** An idle consumer repeats its request after this time. */
const PULL_MS = 30_000;

export interface PullerOptions {
  readonly onMessage: (message: JsMsg) => void;
  /** Called when a request ends; with an error when the durable is gone. */
  readonly onEnd: (err?: unknown) => void;
}

/** Requests messages of a durable, one request at a time. */
export interface Puller {
  /** Requests this number of messages, unless it is not positive or an earlier request is open. */
  fill(count: number): void;
  /** Ends the open request. Messages that the broker has sent meanwhile are delivered again later. */
  close(): Promise<void>;
}

export function createPuller(consumer: Consumer, { onMessage, onEnd }: PullerOptions): Puller {
  let open: Promise<ConsumerMessages> | undefined;
  const receive = async (request: Promise<ConsumerMessages>): Promise<void> => {
    try {
      for await (const message of await request) onMessage(message);
    } finally {
      if (open === request) open = undefined;
    }
  };
  return {
    fill: (count) => {
      if (open !== undefined || count <= 0) return;
      open = consumer.fetch({ max_messages: count, expires: PULL_MS });
      receive(open).then(() => onEnd(), onEnd);
    },
    close: async () => {
      const messages = await open?.catch(() => undefined);
      await messages?.close();
    },
  };
}
