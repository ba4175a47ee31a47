import { fromPage, toKnownValues, toMeta } from '@outreach/app-kit';
import { ENGAGEMENT_EVENT_TYPES } from '@outreach/contracts-contacts/engagement';
import { withoutNull } from '@outreach/values';
import { getContact } from '../contact-store/index.ts';
import { READ, type ContactsMethods } from '../methods/index.ts';
import type { TimelinePorts } from './ports.ts';

export function timelineMethods(ports: TimelinePorts): ContactsMethods {
  return {
    listContactEvents: {
      scope: READ,
      query: async (_ctx, { contact_id: contactId, event_types, page }) => {
        const eventTypes = toKnownValues('event_type', ENGAGEMENT_EVENT_TYPES, event_types);
        await getContact(ports, contactId);
        const list = await ports.timeline.list({ contactId, eventTypes, page: fromPage(page) });
        return { events: list.items.map((event) => withoutNull(event)), meta: toMeta(list) };
      },
    },
  };
}
