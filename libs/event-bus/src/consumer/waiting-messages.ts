import type { JsMsg } from 'nats';

/** Limits of one batch, which the handler processes in one transaction. */
const BATCH_MESSAGES_MAX = 256;
const BATCH_BYTES_MAX = 524_288;

/** Messages that wait in memory for the handler, in the order of their first delivery. */
export interface WaitingMessages<Message> {
  /** A second delivery of a message takes the position of the first one. */
  add(message: Message): void;
  /** Removes the next batch: at least one message, if any waits. */
  takeBatch(): Message[];
  /** Removes the newest messages, so that at most `count` wait. */
  takeBeyond(count: number): Message[];
  all(): readonly Message[];
}

export function createWaitingMessages<
  Message extends Pick<JsMsg, 'seq' | 'data'>,
>(): WaitingMessages<Message> {
  const messages = new Map<number, Message>();
  return {
    add: (message) => {
      messages.set(message.seq, message);
    },
    takeBatch: () => {
      const batch: Message[] = [];
      let bytes = 0;
      for (const [seq, message] of messages) {
        bytes += message.data.length;
        if (batch.length === BATCH_MESSAGES_MAX || (batch.length > 0 && bytes > BATCH_BYTES_MAX)) break;
        batch.push(message);
        messages.delete(seq);
      }
      return batch;
    },
    takeBeyond: (count) => {
      const excess = [...messages.values()].slice(count);
      for (const { seq } of excess) messages.delete(seq);
      return excess;
    },
    all: () => [...messages.values()],
  };
}
