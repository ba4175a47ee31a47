import type { EventConsumer } from '@outreach/app-kit';
import { auditRecorded } from '@outreach/contracts-common/audit';
import { createCatalogue, isEvent, type DomainEvent } from '@outreach/event-schema';
import type { AuditEntry } from './audit-entry.ts';
import type { AuditEntryStore } from './ports.ts';

const DURABLES = ['auth-contacts', 'auth-campaigns', 'auth-webhooks'];
const catalogue = createCatalogue([auditRecorded]);

/** Stores the writes that the other services record. An event that arrives again finds its entry. */
export function auditConsumers(entries: Pick<AuditEntryStore, 'appendOnce'>): readonly EventConsumer[] {
  return DURABLES.map((durable) => ({
    durable,
    catalogue,
    handleBatch: async (events) => entries.appendOnce(events.flatMap(toEntry)),
  }));
}

function toEntry(event: DomainEvent): readonly AuditEntry[] {
  if (!isEvent(auditRecorded, event)) return [];
  const { aggregate, workspace_id, occurred_at, data } = event;
  return [{ ...data, id: aggregate.id, workspace_id, at: new Date(occurred_at) }];
}
