import type { ContactStore } from '../contact-store/index.ts';
import { isCounted } from '../scoring/index.ts';
import { isHuman, type EngagementEvent } from './engagement-event.ts';
import type { ActivityUpdate, EngagedContacts, Timeline } from './ports.ts';
import { updateEngagement, type UpdateEngagementPorts } from './update-engagement.ts';

export interface RecordEventsPorts extends UpdateEngagementPorts {
  readonly contacts: UpdateEngagementPorts['contacts'] & Pick<ContactStore, 'known'>;
  readonly timeline: Pick<Timeline, 'known' | 'insert' | 'newestCounted'>;
  readonly engagedContacts: Pick<EngagedContacts, 'update'>;
}

/**
 * Stores events on the timelines of their contacts, in the caller's unit of work. Order and repetition of events do not
 * change the result. Events of erased contacts are dropped.
 */
export async function recordEvents(
  ports: RecordEventsPorts,
  events: readonly EngagementEvent[],
): Promise<void> {
  const existing = await ports.contacts.known([...new Set(events.map((event) => event.contact_id))]);
  const known = await ports.timeline.known(events.map(({ id }) => id));
  const added = events.filter((event) => existing.has(event.contact_id) && !known.has(event.id));
  if (added.length === 0) return;
  await ports.timeline.insert(added);
  const byContact = Map.groupBy(added, (event) => event.contact_id);
  await ports.engagedContacts.update([...byContact].map(([id, own]) => toActivityUpdate(id, own)));
  const affected = [...byContact].flatMap(([id, own]) => (own.some(isCounted) ? [id] : []));
  if (affected.length > 0) await updateEngagement(ports, await ports.contacts.findByIds(affected));
}

function toActivityUpdate(contactId: string, events: readonly EngagementEvent[]): ActivityUpdate {
  const activityTimes = events.filter(isHuman).map((event) => event.occurred_at.getTime());
  const enrolled = events.filter((event) => event.event_type === 'enrolled');
  return {
    contactId,
    eventCount: events.length,
    activityAt: activityTimes.length === 0 ? undefined : new Date(Math.max(...activityTimes)),
    campaignIds: [...new Set(enrolled.flatMap((event) => event.campaign_id ?? []))],
  };
}
