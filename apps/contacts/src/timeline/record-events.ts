import type { Deps } from '../domain/ports.ts';
import { isHuman, type EngagementEvent } from './engagement-event.ts';
import { isCounted } from '../scoring/engagement-points.ts';
import type { Trace } from './ports.ts';
import { settleEngagement, type SettleDeps } from './update-engagement.ts';

type RecordDeps = SettleDeps & Pick<Deps, 'engagedContacts'>;

/**
 * Puts events on the timelines of their contacts, in the caller's unit of work; in which order and how often they come
 * makes no difference. Events of contacts that are not there, because they were erased, are dropped.
 */
export async function recordEvents(deps: RecordDeps, events: readonly EngagementEvent[]): Promise<void> {
  const contactIds = [...new Set(events.map((event) => event.contact_id))];
  const contacts = new Map((await deps.contacts.findByIds(contactIds)).map((one) => [one.id, one]));
  const known = await deps.timeline.known(events.map(({ id }) => id));
  const fresh = events.filter((event) => contacts.has(event.contact_id) && !known.has(event.id));
  if (fresh.length === 0) return;
  await deps.timeline.insert(fresh);
  const byContact = Map.groupBy(fresh, (event) => event.contact_id);
  await deps.engagedContacts.leave([...byContact].map(([id, own]) => traceOf(id, own)));
  const moved = [...byContact].flatMap(([id, own]) => (own.some(isCounted) ? (contacts.get(id) ?? []) : []));
  await settleEngagement(deps, moved);
}

function traceOf(contactId: string, events: readonly EngagementEvent[]): Trace {
  const deeds = events.filter(isHuman).map((event) => event.occurred_at.getTime());
  const enrolled = events.filter((event) => event.event_type === 'enrolled');
  return {
    contactId,
    eventCount: events.length,
    activityAt: deeds.length === 0 ? undefined : new Date(Math.max(...deeds)),
    campaignIds: [...new Set(enrolled.flatMap((event) => event.campaign_id ?? []))],
  };
}
