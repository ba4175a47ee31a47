import { createWakeUp, type WakeUp } from '@outreach/job-kit/wake-ups';
import type { JsMsg, NatsConnection } from 'nats';
import { extendHeld } from './extend-held.ts';
import { handleMessages, type BatchHandler } from './handle-messages.ts';
import type { NatsLink } from '../nats-link.ts';
import { createPrefetch } from './prefetch.ts';
import { createPuller } from './puller.ts';
import { createWaitingMessages } from './waiting-messages.ts';

const IDLE_WAIT_MS = 1_000;

export interface DurableOptions {
  readonly stream: string;
  readonly durable: string;
  readonly link: NatsLink;
  readonly handler: BatchHandler;
  readonly signal: AbortSignal;
  /** The broker delivers a message again that is neither acknowledged nor extended in this time. */
  readonly ackWaitMs: number;
}

/** Handles the messages of a durable over one connection until it is interrupted. */
export async function consumeDurable(connection: NatsConnection, options: DurableOptions): Promise<void> {
  const { stream, durable, handler, signal, ackWaitMs } = options;
  const waiting = createWaitingMessages<JsMsg>();
  const wakeUp = createWakeUp();
  const prefetch = createPrefetch(ackWaitMs);
  const consumer = await connection.jetstream().consumers.get(stream, durable);
  const ended = watchEnd(options, wakeUp);
  const puller = createPuller(consumer, {
    onMessage: (message) => {
      waiting.add(message);
      wakeUp.raise();
    },
    onEnd: ended.onPullEnd,
  });
  const giveBack = (count: number): void => {
    for (const message of waiting.takeBeyond(count)) message.nak();
  };
  const release = async (): Promise<void> => {
    await puller.close();
    giveBack(0);
  };
  const extending = extendHeld({ ackWaitMs, waiting, release });
  try {
    while (!ended.done) {
      giveBack(prefetch.limit());
      const batch = waiting.takeBatch();
      puller.fill(prefetch.limit() - batch.length - waiting.all().length);
      if (batch.length > 0) {
        const ms = await extending.during(batch, async () => handleMessages(handler, batch));
        prefetch.record(batch.length, ms);
      } else await wakeUp.wait(IDLE_WAIT_MS, signal);
    }
  } finally {
    ended.forget();
    extending.stop();
    await release();
  }
}

interface End {
  readonly done: boolean;
  /** A request of messages has ended: with an error when the durable is gone. */
  onPullEnd(err?: unknown): void;
  forget(): void;
}

/** Consuming restarts after a reconnection: the server may have redelivered pulled messages to another consumer. */
function watchEnd({ link, signal }: Pick<DurableOptions, 'link' | 'signal'>, wakeUp: WakeUp): End {
  const state = { done: signal.aborted };
  const end = (): void => {
    state.done = true;
    wakeUp.raise();
  };
  signal.addEventListener('abort', end, { once: true });
  let first = true;
  const forgetLink = link.onConnect(() => {
    if (!first) end();
  });
  first = false;
  return {
    get done() {
      return state.done;
    },
    onPullEnd: (err) => {
      if (err instanceof Error) end();
      else wakeUp.raise();
    },
    forget: () => {
      signal.removeEventListener('abort', end);
      forgetLink();
    },
  };
}
