import { eventsIn, type Catalogue, type DomainEvent } from '@outreach/event-schema';
import type { Logger } from '@outreach/service-kit';
import { counter } from '@outreach/service-kit/metrics';
import type { ArrivedMessage } from './arrived-message.ts';
import type { DeadLetter, DeadLetters } from './dead-letters.ts';
import type { EventFailures } from './event-failures.ts';
import { recordLag } from './measure-consumer.ts';
import { handleTraced, withPublisherTrace } from '../trace-messages.ts';

/** Failures of one event after which it becomes a dead letter. */
const FAILURES_MAX = 10;
const BACKOFF_FIRST_MS = 1_000;
const BACKOFF_MS_MAX = 60_000;
/** Pause before an event is delivered again that was not tried, or whose failure could not be counted. */
const UNCOUNTED_BACKOFF_MS = 5_000;
/** After so many failures in a row the remaining events of the batch are not tried: the database may be failing. */
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
  /** In the database of the handler: a failing database counts nothing. */
  readonly failures: EventFailures;
  readonly logger: Logger;
  readonly handleBatch: (events: readonly DomainEvent[]) => Promise<void>;
  /** Pause in ms before the second attempt of an event, 1,000 without it. */
  readonly firstBackoffMs?: number;
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
  const results = (await succeeds(handler, distinct(arrivals)))
    ? arrivals.map(toHandled)
    : await tryOneByOne(handler, arrivals);
  await settle(handler, results);
}

/** The outcome of the events of a message. */
interface Result {
  readonly arrival: Arrival;
  readonly failed: readonly FailedEvent[];
  /** True when some events were not tried. */
  readonly isLeft: boolean;
}

interface FailedEvent {
  readonly event: DomainEvent;
  readonly failure: Error;
}

function toHandled(arrival: Arrival): Result {
  return { arrival, failed: [], isLeft: false };
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
    if (!(await storeDeadLetter(handler, message, letter))) {
      retryLater(handler, message, UNCOUNTED_BACKOFF_MS);
      return undefined;
    }
  }
  if (events.length > 0) return withPublisherTrace(events, message.headers?.get('traceparent'));
  message.term();
  return undefined;
}

/** A batch may contain a message and its redelivery. */
function distinct(arrivals: readonly Arrival[]): DomainEvent[] {
  return [...new Map(arrivals.flatMap(({ events }) => events).map((event) => [event.id, event])).values()];
}

interface BadSpell {
  failuresInARow: number;
}

async function tryOneByOne(handler: BatchHandler, arrivals: readonly Arrival[]): Promise<readonly Result[]> {
  const spell: BadSpell = { failuresInARow: 0 };
  const results: Result[] = [];
  for (const arrival of arrivals) {
    const isTried = arrivals.length === 1 || arrival.events.length === 1;
    if (isTried || isHopeless(spell) || !(await succeeds(handler, arrival.events)))
      results.push(await tryEach(handler, arrival, spell));
    else results.push(toHandled(arrival));
  }
  return results;
}

async function tryEach(handler: BatchHandler, arrival: Arrival, spell: BadSpell): Promise<Result> {
  const failed: FailedEvent[] = [];
  for (const event of arrival.events) {
    if (isHopeless(spell)) return { arrival, failed, isLeft: true };
    const failure = await failureOf(handler, [event]);
    spell.failuresInARow = failure === undefined ? 0 : spell.failuresInARow + 1;
    if (failure !== undefined) failed.push({ event, failure });
  }
  return { arrival, failed, isLeft: false };
}

function isHopeless({ failuresInARow }: BadSpell): boolean {
  return failuresInARow >= FAILURES_IN_A_ROW_MAX;
}

/** A message ends when each of its events was handled or became a dead letter; until then all of them are redelivered. */
async function settle(handler: BatchHandler, results: readonly Result[]): Promise<void> {
  const counts = await countFailures(handler, results);
  const settled: string[] = [];
  for (const { arrival, failed, isLeft } of results) {
    const { message, events } = arrival;
    const dead = await storeDead(handler, message, { failed, counts });
    settled.push(...dead, ...handledAgain(arrival, { failed, isLeft }));
    if (isLeft || dead.length < failed.length)
      retryLater(handler, message, backoffOf(handler, failed, counts));
    else if (failed.length < events.length) ack(handler, message, events.length - failed.length);
    else message.term();
  }
  await forgetFailures(handler, settled);
}

type Counts = ReadonlyMap<string, number>;

/** Adds one to the failures of each failed event. While the database fails, nothing is counted. */
async function countFailures(
  { failures, source, logger }: BatchHandler,
  results: readonly Result[],
): Promise<Counts> {
  const failed = results.flatMap((result) => result.failed);
  if (failed.length === 0) return new Map();
  try {
    const counts = await failures.add(source, [...new Set(failed.map(({ event }) => event.id))]);
    for (const { event, failure } of failed)
      logger.warn(
        { event_id: event.id, durable: source, failures: counts.get(event.id), err: failure },
        'an event failed',
      );
    return counts;
  } catch (err) {
    logger.warn({ durable: source, events: failed.length, err }, 'failures of events were not counted');
    return new Map();
  }
}

/** Stores the events that failed ten times as dead letters. Returns the ids of the stored events. */
async function storeDead(
  handler: BatchHandler,
  message: ArrivedMessage,
  { failed, counts }: { readonly failed: readonly FailedEvent[]; readonly counts: Counts },
): Promise<readonly string[]> {
  const dead: string[] = [];
  for (const { event, failure } of failed) {
    const isDead = (counts.get(event.id) ?? 0) >= FAILURES_MAX;
    const letter = { key: event.id, reason: failure.message, event };
    if (isDead && (await storeDeadLetter(handler, message, letter))) dead.push(event.id);
  }
  return dead;
}

/** Ids of handled events that may have failed before. */
function handledAgain(
  { message, events }: Arrival,
  { failed, isLeft }: Pick<Result, 'failed' | 'isLeft'>,
): readonly string[] {
  if (message.info.deliveryCount === 1 || isLeft) return [];
  const failedIds = new Set(failed.map(({ event }) => event.id));
  return events.map(({ id }) => id).filter((id) => !failedIds.has(id));
}

/** A count that cannot be deleted now is deleted by its retention. */
async function forgetFailures(
  { failures, source, logger }: BatchHandler,
  eventIds: readonly string[],
): Promise<void> {
  if (eventIds.length === 0) return;
  try {
    await failures.remove(source, eventIds);
  } catch (err) {
    logger.warn({ durable: source, err }, 'counts of failures were not deleted');
  }
}

/** Each further failure waits twice as long, up to 60 s. */
function backoffOf(
  { firstBackoffMs = BACKOFF_FIRST_MS }: BatchHandler,
  failed: readonly FailedEvent[],
  counts: Counts,
): number {
  const count = Math.max(0, ...failed.map(({ event }) => counts.get(event.id) ?? 0));
  return count === 0 ? UNCOUNTED_BACKOFF_MS : Math.min(firstBackoffMs * 2 ** (count - 1), BACKOFF_MS_MAX);
}

/** False when the letter could not be stored; the event is then redelivered. */
async function storeDeadLetter(
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
    await handleTraced(handler.source, events, handler.handleBatch);
    recordLag(handler.source, events);
    return undefined;
  } catch (err) {
    return err instanceof Error ? err : new Error(String(err));
  }
}

function ack(handler: BatchHandler, message: ArrivedMessage, eventCount: number): void {
  message.ack();
  consumed.inc({ durable: handler.source, outcome: 'handled' }, eventCount);
}

function retryLater(handler: BatchHandler, message: ArrivedMessage, ms: number): void {
  message.nak(ms);
  consumed.inc({ durable: handler.source, outcome: 'postponed' });
}
