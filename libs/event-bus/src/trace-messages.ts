import type { DomainEvent } from '@outreach/event-schema';
import { withScope } from '@outreach/service-kit';
import {
  errorTypeOf,
  failSpan,
  isSampled,
  parseTraceparent,
  SpanKind,
  startSpan,
  toTraceparent,
  type Span,
} from '@outreach/service-kit/tracing';
import type { Pack } from './packs.ts';
import type { Published } from './publish.ts';

const SYSTEM = { 'messaging.system': 'nats' };

/**
 * Publishes a pack in a span, which the consumers of the pack continue. A pack whose events have several traces, or one
 * that is not recorded, has no span: each of its events continues its own trace.
 */
export async function publishTraced(
  subject: string,
  packed: Pack,
  publish: (packed: Pack) => Promise<Published>,
): Promise<Published> {
  if (!isSampled(packed.traceparent)) return publish(packed);
  const attributes = {
    ...SYSTEM,
    'messaging.operation.name': 'publish',
    'messaging.operation.type': 'send',
    'messaging.destination.name': subject,
    'messaging.batch.message_count': packed.events.length,
  };
  const options = { kind: SpanKind.PRODUCER, attributes };
  const span = startSpan(`publish ${subject}`, options, parseTraceparent(packed.traceparent));
  const result = await publish({ ...packed, traceparent: toTraceparent(span.spanContext()) });
  if (result.outcome !== 'stored') failSpan(span, result.outcome);
  span.end();
  return result;
}

/** The events of a message continue the span that published it. */
export function withPublisherTrace(
  events: readonly DomainEvent[],
  traceparent: string | undefined,
): readonly DomainEvent[] {
  if (traceparent === undefined || !isSampled(traceparent)) return events;
  return events.map((event) => ({ ...event, traceparent }));
}

/**
 * Handles events in one span per trace. The handler receives events that continue these spans. The calls of a handler of
 * one trace continue it too.
 */
export async function handleTraced(
  durable: string,
  events: readonly DomainEvent[],
  handle: (events: readonly DomainEvent[]) => Promise<void>,
): Promise<void> {
  const spans = startSpans(durable, events);
  if (spans.size === 0) return handle(events);
  const continued = events.map((event) => {
    const span = spans.get(event.traceparent);
    return span === undefined ? event : { ...event, traceparent: toTraceparent(span.spanContext()) };
  });
  const only = events.every(({ traceparent }) => traceparent === events[0]?.traceparent)
    ? [...spans.values()][0]?.spanContext()
    : undefined;
  try {
    await (only === undefined ? handle(continued) : withScope({ span: only }, async () => handle(continued)));
  } catch (thrown) {
    for (const span of spans.values()) failSpan(span, errorTypeOf(thrown));
    throw thrown;
  } finally {
    for (const span of spans.values()) span.end();
  }
}

/** By `traceparent`; traces that are not recorded have no span. */
function startSpans(durable: string, events: readonly DomainEvent[]): ReadonlyMap<string, Span> {
  const spans = new Map<string, Span>();
  for (const { traceparent, type } of events) {
    if (!isSampled(traceparent) || spans.has(traceparent)) continue;
    const attributes = {
      ...SYSTEM,
      'messaging.operation.name': 'process',
      'messaging.operation.type': 'process',
      'messaging.destination.name': type,
      'messaging.consumer.group.name': durable,
      'messaging.batch.message_count': events.length,
    };
    const options = { kind: SpanKind.CONSUMER, attributes };
    spans.set(traceparent, startSpan(`process ${durable}`, options, parseTraceparent(traceparent)));
  }
  return spans;
}
