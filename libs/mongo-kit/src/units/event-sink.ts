import { newEvent, type EventSink } from '@outreach/event-schema';
import { currentCall, type Clock, type NewId } from '@outreach/service-kit';
import { toTraceparent } from '@outreach/service-kit/tracing';
import type { Units } from './units.ts';

export interface EventSinkOptions {
  readonly units: Pick<Units, 'events'>;
  readonly clock: Clock;
  readonly ids: NewId;
}

/** Adds workspace and trace of the current call to emitted events and stores them in the unit of work. */
export function createEventSink({ units, clock, ids }: EventSinkOptions): EventSink {
  return {
    emit: (definition, { aggregate, data }) => {
      const call = currentCall();
      if (call === undefined) throw new Error('An event was emitted outside a call.');
      units.events.emit(
        newEvent(definition, {
          id: ids('evt'),
          workspaceId: call.workspaceId,
          occurredAt: new Date(clock.now()),
          aggregate,
          data,
          requestId: call.requestId,
          traceparent: toTraceparent(call.trace),
        }),
      );
    },
  };
}
