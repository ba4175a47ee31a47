import { isCounted } from '../scoring/index.ts';
import { isHuman, type EngagementEvent } from './engagement-event.ts';
import type { Activity, TimelinePorts } from './ports.ts';
import { updateEngagement } from './update-engagement.ts';

/**
 * Stores events on the timelines of their contacts, in the caller's unit of work. Order and repetition of events do not
 * change the result. Events of erased contacts are dropped. Only events that a person caused write their contact.
 */
export async function recordEvents(ports: TimelinePorts, events: readonly EngagementEvent[]): Promise<void> {
  const existing = await ports.contacts.known([...new Set(events.map((event) => event.contact_id))]);
  const known = await ports.timeline.known(events.map(({ id }) => id));
  const added = events.filter((event) => existing.has(event.contact_id) && !known.has(event.id));
  if (added.length === 0) return;
  await ports.timeline.insert(added);
  const activities = activitiesOf(added);
  const counted = activities.flatMap((activity) => (activity.isCounted ? [activity.contactId] : []));
  const contacts = counted.length === 0 ? [] : await ports.contacts.findByIds(counted);
  const times = new Map(activities.map(({ contactId, at }) => [contactId, at]));
  const saved = await updateEngagement(ports, contacts, times);
  await ports.engagedContacts.addActivities(activities.filter(({ contactId }) => !saved.has(contactId)));
}

function activitiesOf(events: readonly EngagementEvent[]): Activity[] {
  const byContact = Map.groupBy(events.filter(isHuman), (event) => event.contact_id);
  return [...byContact].map(([contactId, own]) => ({
    contactId,
    at: new Date(Math.max(...own.map((event) => event.occurred_at.getTime()))),
    isCounted: own.some(isCounted),
  }));
}

/**
 * Adds campaigns to the contacts that were enrolled in them, before `recordEvents` stores the events. It runs outside
 * of a unit of work, where MongoDB updates a contact in a fraction of the time; events that are delivered again repeat
 * it.
 */
export async function addCampaigns(
  { engagedContacts }: Pick<TimelinePorts, 'engagedContacts'>,
  events: readonly EngagementEvent[],
): Promise<void> {
  const enrolled = events.filter(({ event_type: type }) => type === 'enrolled');
  for (const [campaignId, own] of Map.groupBy(enrolled, (event) => event.campaign_id)) {
    if (campaignId === null) continue;
    const ids = new Set(own.map((event) => event.contact_id));
    await engagedContacts.addCampaign(campaignId, [...ids]);
  }
}
