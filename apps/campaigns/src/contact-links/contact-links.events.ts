import type { EventConsumer } from '@outreach/app-kit';
import type { ContactRecord } from '@outreach/contracts-contacts';
import {
  contactDeleted,
  contactSuppressed,
  contactUpdated,
  contactVerified,
  isErasure,
} from '@outreach/contracts-contacts/events';
import { createCatalogue, isEvent, type DomainEvent } from '@outreach/event-schema';
import type { ContactAddress, ContactStop } from '../enrollments/index.ts';
import { handleDeletions } from './handle-deletions.ts';
import type { ContactDeletion, ContactLinkPorts } from './ports.ts';

const catalogue = createCatalogue([contactDeleted, contactSuppressed, contactUpdated, contactVerified]);

/** Consumes deletions, suppressions, changes and verifications of contacts. */
export function contactConsumers(ports: ContactLinkPorts): EventConsumer[] {
  return [
    {
      durable: 'campaigns-contacts',
      catalogue,
      handleBatch: async (events) => handleContactEvents(ports, events),
    },
  ];
}

/**
 * Handles the events of each workspace in one transaction. After a failure all events are handled again; they change
 * nothing in a workspace that has committed.
 */
async function handleContactEvents(ports: ContactLinkPorts, events: readonly DomainEvent[]): Promise<void> {
  const { references, threads, commitIn } = ports;
  for (const [workspaceId, own] of Map.groupBy(events, (event) => event.workspace_id)) {
    const deletions = own.filter((event) => isEvent(contactDeleted, event)).map(toDeletion);
    const suppressions = own.filter((event) => isEvent(contactSuppressed, event)).map(toStop);
    const contacts = newestOf(own);
    const addresses = contacts.map(toAddress);
    await commitIn(workspaceId, async () => {
      if (addresses.length > 0) await references.updateAddresses(addresses);
      await threads.updateContacts(new Map(contacts.map(({ aggregate, data }) => [aggregate.id, data])));
      if (suppressions.length > 0) await references.stopOf(suppressions);
      if (deletions.length > 0) await handleDeletions(ports, { workspaceId, deletions });
    });
  }
}

function toDeletion(event: DomainEvent): ContactDeletion {
  const { aggregate, occurred_at: occurredAt } = event;
  return { contactId: aggregate.id, deletedAt: new Date(occurredAt), isErasure: isErasure(event) };
}

function toStop({ aggregate, occurred_at: occurredAt }: DomainEvent): ContactStop {
  return { contactId: aggregate.id, at: new Date(occurredAt), reason: 'suppressed' };
}

type ContactEvent = DomainEvent<ContactRecord>;

/** The last event of each changed contact. */
function newestOf(events: readonly DomainEvent[]): readonly ContactEvent[] {
  const newest = new Map<string, ContactEvent>();
  for (const event of events) {
    if (!isEvent(contactUpdated, event) && !isEvent(contactVerified, event)) continue;
    const { id, version } = event.aggregate;
    if ((newest.get(id)?.aggregate.version ?? -1) < version) newest.set(id, event);
  }
  return [...newest.values()];
}

function toAddress({ aggregate, data }: ContactEvent): ContactAddress {
  const { email, time_zone: timeZone, mail_provider: mailProvider } = data;
  return { contactId: aggregate.id, version: aggregate.version, email, timeZone, mailProvider };
}
