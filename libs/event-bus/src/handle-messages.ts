import type { Catalogue, DomainEvent } from '@outreach/event-schema';
import { counter, type Logger } from '@outreach/service-kit';
import type { DeadLetters } from './dead-letters.ts';

/** Failures of one event after which it is put aside. */
const FAILURES_MAX = 10;
const BACKOFF_FIRST_MS = 1_000;
const BACKOFF_MS_MAX = 60_000;
/** Failures in a row that speak against the handler's own servers rather than against the events. */
const FAILURES_IN_A_ROW_MAX = 3;

const consumed = counter('events_consumed_total', 'Events read from the stream, by what became of them.', [
  'durable',
  'outcome',
]);

export interface BatchHandler {
  /** Name of the durable, for dead letters and metrics. */
  readonly source: string;
  readonly catalogue: Catalogue;
  readonly deadLetters: Pick<DeadLetters, 'put'>;
  readonly logger: Logger;
  readonly handleBatch: (events: readonly DomainEvent[]) => Promise<void>;
}

/** The part of a JetStream message that decisions are made of. */
export interface ArrivedMessage {
  readonly data: Uint8Array;
  readonly subject: string;
  readonly seq: number;
  readonly info: { readonly stream: string; readonly deliveryCount: number };
  ack(): void;
  nak(ms?: number): void;
  term(): void;
}

interface Arrival {
  readonly message: ArrivedMessage;
  readonly event: DomainEvent;
}

/** One decision per message: acknowledged, to be seen again later, or put aside so that the next one can pass. */
export async function handleMessages(
  handler: BatchHandler,
  messages: readonly ArrivedMessage[],
): Promise<void> {
  const arrivals: Arrival[] = [];
  for (const message of messages) {
    const decoded = handler.catalogue.decode(message.data);
    if (decoded.ok) arrivals.push({ message, event: decoded.event });
    else await putAside(handler, message, { reason: decoded.reason, event: undefined });
  }
  if (arrivals.length === 0) return;
  if (await succeeds(handler, distinct(arrivals))) for (const { message } of arrivals) ack(handler, message);
  else await handleOneByOne(handler, arrivals);
}

/** A redelivery may stand beside its original in one batch. */
function distinct(arrivals: readonly Arrival[]): DomainEvent[] {
  return [...new Map(arrivals.map(({ event }) => [event.id, event])).values()];
}

async function handleOneByOne(handler: BatchHandler, arrivals: readonly Arrival[]): Promise<void> {
  let failuresInARow = 0;
  for (const { message, event } of arrivals) {
    if (failuresInARow >= FAILURES_IN_A_ROW_MAX) {
      tryLater(handler, message);
      continue;
    }
    const failure = await failureOf(handler, [event]);
    if (failure === undefined) {
      ack(handler, message);
      failuresInARow = 0;
    } else {
      failuresInARow += 1;
      await judge(handler, message, { event, failure });
    }
  }
}

async function judge(
  handler: BatchHandler,
  message: ArrivedMessage,
  { event, failure }: { readonly event: DomainEvent; readonly failure: Error },
): Promise<void> {
  const failures = message.info.deliveryCount;
  handler.logger.warn(
    { event_id: event.id, durable: handler.source, failures, err: failure },
    'an event failed',
  );
  if (failures < FAILURES_MAX) tryLater(handler, message);
  else await putAside(handler, message, { reason: failure.message, event });
}

/** Only a letter that is stored ends the message; while the store is down it comes back. */
async function putAside(
  handler: BatchHandler,
  message: ArrivedMessage,
  letter: { readonly reason: string; readonly event: DomainEvent | undefined },
): Promise<void> {
  const { source, deadLetters, logger } = handler;
  const { subject } = message;
  const key = letter.event?.id ?? `${message.info.stream}:${message.seq}`;
  const raw = letter.event === undefined ? { raw: message.data } : {};
  try {
    await deadLetters.put({ source, key, subject, ...letter, ...raw });
  } catch (err) {
    logger.error({ durable: source, err }, 'an event could not be put aside');
    tryLater(handler, message);
    return;
  }
  logger.error(
    { durable: source, subject, event_id: letter.event?.id, reason: letter.reason },
    'an event was put aside',
  );
  message.term();
  consumed.inc({ durable: source, outcome: 'dead_letter' });
}

async function succeeds(handler: BatchHandler, events: readonly DomainEvent[]): Promise<boolean> {
  const failure = await failureOf(handler, events);
  if (failure !== undefined)
    handler.logger.warn({ durable: handler.source, err: failure }, 'a batch of events failed');
  return failure === undefined;
}

async function failureOf(handler: BatchHandler, events: readonly DomainEvent[]): Promise<Error | undefined> {
  try {
    await handler.handleBatch(events);
    return undefined;
  } catch (err) {
    return err instanceof Error ? err : new Error(String(err));
  }
}

function ack(handler: BatchHandler, message: ArrivedMessage): void {
  message.ack();
  consumed.inc({ durable: handler.source, outcome: 'handled' });
}

function tryLater(handler: BatchHandler, message: ArrivedMessage): void {
  message.nak(Math.min(BACKOFF_FIRST_MS * 2 ** (message.info.deliveryCount - 1), BACKOFF_MS_MAX));
  consumed.inc({ durable: handler.source, outcome: 'postponed' });
}
