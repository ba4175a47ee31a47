import type { PageOf } from '@outreach/service-kit';
import { getContact, type ContactStore } from '../contact-store/index.ts';
import type { EngagementEvent } from './engagement-event.ts';
import type { Timeline, TimelineQuery } from './ports.ts';

export interface ListEventsPorts {
  readonly contacts: Pick<ContactStore, 'findById'>;
  readonly timeline: Pick<Timeline, 'list'>;
}

/** The timeline of a contact, also of a deleted one. @throws AppError not_found; invalid_argument on `cursor`. */
export async function listEvents(
  ports: ListEventsPorts,
  query: TimelineQuery,
): Promise<PageOf<EngagementEvent>> {
  await getContact(ports, query.contactId);
  return ports.timeline.list(query);
}
