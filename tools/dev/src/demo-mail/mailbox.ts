const MESSAGES_MAX = 1_000;

/** An email of the demo. */
export interface DemoMessage {
  /** From 1, in the order of arrival. */
  readonly number: number;
  /** The message with its headers. */
  readonly source: Buffer;
  readonly at: Date;
}

/** The emails of one direction, in memory; the last thousand are kept. */
export interface Mailbox {
  readonly messages: readonly DemoMessage[];
  find(number: number): DemoMessage | undefined;
  add(source: Buffer): DemoMessage;
  /** Calls the listener after each new message. Returns the function that ends it. */
  onAdd(listener: () => void): () => void;
}

export function createMailbox(): Mailbox {
  const messages: DemoMessage[] = [];
  const listeners = new Set<() => void>();
  let count = 0;
  return {
    messages,
    find: (number) => messages.find((message) => message.number === number),
    add: (source) => {
      count += 1;
      const message = { number: count, source, at: new Date() };
      messages.push(message);
      if (messages.length > MESSAGES_MAX) messages.shift();
      for (const listener of listeners) listener();
      return message;
    },
    onAdd: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
