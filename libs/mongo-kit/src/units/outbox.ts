import type { ClientSession } from 'mongodb';
import type { DomainEvent } from '@outreach/event-schema';

/** Stores the events of a unit in the transaction of the unit; event-bus implements it. */
export interface Outbox {
  append(events: readonly DomainEvent[], session: ClientSession): Promise<void>;
  /** Wakes the relay after the commit. */
  wakeRelay(): void;
}
