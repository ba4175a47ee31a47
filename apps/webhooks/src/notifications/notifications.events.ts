import type { EventConsumer } from '@outreach/app-kit';
import { DURABLES } from '@outreach/event-bus';
import type { Catalogue } from '@outreach/event-schema';
import { collectEvents, type CollectEventsPorts } from './collect-events.ts';

export const NOTIFICATION_DURABLES = DURABLES.filter(({ durable }) => durable.startsWith('notifications-'));

/** One consumer per publishing service, all with the same handler. */
export function notificationConsumers(catalogue: Catalogue, ports: CollectEventsPorts): EventConsumer[] {
  return NOTIFICATION_DURABLES.map(({ durable }) => ({
    durable,
    catalogue,
    handleBatch: async (events) => collectEvents(ports, events),
  }));
}
