import type { PageOf } from '@outreach/service-kit';
import { getContact } from '../contacts/change-contact.ts';
import type { Deps } from '../domain/ports.ts';
import type { EngagementEvent } from './engagement-event.ts';
import type { TimelineQuery } from './ports.ts';

/** The timeline of a contact, also of a deleted one. @throws AppError not_found; invalid_argument on `cursor`. */
export async function listEvents(
  deps: Pick<Deps, 'contacts' | 'timeline'>,
  query: TimelineQuery,
): Promise<PageOf<EngagementEvent>> {
  await getContact(deps, query.contactId);
  return deps.timeline.list(query);
}
