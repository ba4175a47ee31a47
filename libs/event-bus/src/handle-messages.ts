import { eventsIn, type Catalogue, type DomainEvent } from '@outreach/event-schema';
import { counter, type Logger } from '@outreach/service-kit';
import type { DeadLetter, DeadLetters } from './dead-letters.ts';

/** Failures of one event after which it becomes a dead letter. */
const FAILURES_MAX = 10;
const BACKOFF_FIRST_MS = 1_000;
const BACKOFF_MS_MAX = 60_000;
/** Consecutive failures that indicate a failing database rather than bad events. */
const FAILURES_IN_A_ROW_MAX = 3;

const consumed = counter(
  'events_consumed_total',
  'Events received from the stream, by durable and outcome.',
  ['durable', 'outcome'],
);

export interface BatchHandler {
  /** Name of the durable, for dead letters and metrics. */
  readonly source: string;
  readonly catalogue: Catalogue;
  readonly deadLetters: Pick<DeadLetters, 'put'>;
  readonly logger: Logger;
  readonly handleBatch: (events: readonly DomainEvent[]) => Promise<void>;
}

/** The fields of a JetStream message that decisions need. */
export interface ArrivedMessage {
  readonly data: Uint8Array;
  readonly subject: string;
  readonly seq: number;
  readonly info: { readonly stream: string; readonly deliveryCount: number };
  ack(): void;
  nak(ms?: number): void;
  term(): void;
}

/** A message with its decoded events. */
interface Arrival {
  readonly message: ArrivedMessage;
  readonly events: readonly DomainEvent[];
}

/** Decides for each message: acknowledge it, receive it again later, or store it as dead letters and end it. */
export async function handleMessages(
  handler: BatchHandler,
  messages: readonly ArrivedMessage[],
): Promise<void> {
  const arrivals: Arrival[] = [];
  for (const message of messages) {
    const events = await decodedEvents(handler, message);
    if (events !== undefined) arrivals.push({ message, events });
  }
  if (arrivals.length === 0) return;
  if (await succeeds(handler, distinct(arrivals))) for (const arrival of arrivals) ack(handler, arrival);
  else await handleOneByOne(handler, arrivals);
}

/** Stores undecodable events as dead letters. Undefined when nothing remains to handle, or when storing failed. */
async function decodedEvents(
  handler: BatchHandler,
  message: ArrivedMessage,
): Promise<readonly DomainEvent[] | undefined> {
  const events: DomainEvent[] = [];
  const inputs = eventsIn(message.data);
  for (const [index, input] of inputs.entries()) {
    const decoded = handler.catalogue.decode(input);
    if (decoded.ok) {
      events.push(decoded.event);
      continue;
    }
    const number = `${message.info.stream}:${message.seq}`;
    const key = inputs.length === 1 ? number : `${number}:${index}`;
    const raw = input instanceof Uint8Array ? input : Buffer.from(JSON.stringify(input));
    const letter = { key, reason: decoded.reason, event: undefined, raw };
    if (!(await buryEvent(handler, message, letter))) {
      retryLater(handler, message);
      return undefined;
    }
  }
  if (events.length > 0) return events;
  message.term();
  return undefined;
}

/** A batch may contain a message and its redelivery. */
function distinct(arrivals: readonly Arrival[]): DomainEvent[] {
  return [...new Map(arrivals.flatMap(({ events }) => events).map((event) => [event.id, event])).values()];
}

async function handleOneByOne(handler: BatchHandler, arrivals: readonly Arrival[]): Promise<void> {
  const spell: BadSpell = { failuresInARow: 0 };
  for (const arrival of arrivals) {
    const isTried = arrivals.length === 1 || arrival.events.length === 1;
    const isHopeless = spell.failuresInARow >= FAILURES_IN_A_ROW_MAX;
    if (isTried || isHopeless || !(await succeeds(handler, arrival.events)))
      await handleEach(handler, arrival, spell);
    else ack(handler, arrival);
  }
}

interface BadSpell {
  failuresInARow: number;
}

/** A message ends when each of its events was handled or became a dead letter; until then all of them are redelivered. */
async function handleEach(
  handler: BatchHandler,
  { message, events }: Arrival,
  spell: BadSpell,
): Promise<void> {
  let handled = 0;
  let isLeft = false;
  for (const event of events) {
    if (spell.failuresInARow >= FAILURES_IN_A_ROW_MAX) {
      isLeft = true;
      break;
    }
    const failure = await failureOf(handler, [event]);
    spell.failuresInARow = failure === undefined ? 0 : spell.failuresInARow + 1;
    if (failure === undefined) handled += 1;
    else if (!(await isSettled(handler, message, { event, failure }))) isLeft = true;
  }
  if (isLeft) retryLater(handler, message);
  else if (handled > 0) ack(handler, { message, events: events.slice(0, handled) });
  else message.term();
}

/** True when the event failed ten times and became a dead letter. */
async function isSettled(
  handler: BatchHandler,
  message: ArrivedMessage,
  { event, failure }: { readonly event: DomainEvent; readonly failure: Error },
): Promise<boolean> {
  const failures = message.info.deliveryCount;
  handler.logger.warn(
    { event_id: event.id, durable: handler.source, failures, err: failure },
    'an event failed',
  );
  if (failures < FAILURES_MAX) return false;
  return buryEvent(handler, message, { key: event.id, reason: failure.message, event });
}

/** False when the letter could not be stored; the event is then redelivered. */
async function buryEvent(
  { source, deadLetters, logger }: BatchHandler,
  { subject }: ArrivedMessage,
  letter: Pick<DeadLetter, 'key' | 'reason' | 'event' | 'raw'>,
): Promise<boolean> {
  try {
    await deadLetters.put({ source, subject, ...letter });
  } catch (err) {
    logger.error({ durable: source, err }, 'an event could not be put aside');
    return false;
  }
  const { reason, event } = letter;
  logger.error({ durable: source, subject, event_id: event?.id, reason }, 'an event was put aside');
  consumed.inc({ durable: source, outcome: 'dead_letter' });
  return true;
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

function ack(handler: BatchHandler, { message, events }: Arrival): void {
  message.ack();
  consumed.inc({ durable: handler.source, outcome: 'handled' }, events.length);
}

function retryLater(handler: BatchHandler, message: ArrivedMessage): void {
  message.nak(Math.min(BACKOFF_FIRST_MS * 2 ** (message.info.deliveryCount - 1), BACKOFF_MS_MAX));
  consumed.inc({ durable: handler.source, outcome: 'postponed' });
}
