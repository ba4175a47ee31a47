import { fromPage, toKnownValues, toMeta } from '@outreach/app-kit';
import {
  ENGAGEMENT_EVENT_TYPES,
  type ContactsServiceService,
  type EngagementEvent as EventMessage,
} from '@outreach/contracts-contacts';
import type { RpcTable } from '@outreach/service-kit';
import type { EngagementEvent } from './engagement-event.ts';
import { listEvents } from './list-events.ts';
import type { Deps } from '../domain/ports.ts';
import { READ } from '../contact-records/scopes.rpc.ts';

type EngagementRows = Pick<RpcTable<typeof ContactsServiceService>, 'listContactEvents'>;

/** The rows of timelines. */
export function engagementRows(deps: Deps): EngagementRows {
  return {
    listContactEvents: {
      scope: READ,
      query: async (_ctx, { contact_id: contactId, event_types, page }) => {
        const eventTypes = toKnownValues('event_type', ENGAGEMENT_EVENT_TYPES, event_types);
        const list = await listEvents(deps, { contactId, eventTypes, page: fromPage(page) });
        return { events: list.items.map(toEventMessage), meta: toMeta(list) };
      },
    },
  };
}

function toEventMessage(event: EngagementEvent): EventMessage {
  return {
    ...event,
    campaign_id: event.campaign_id ?? undefined,
    enrollment_id: event.enrollment_id ?? undefined,
    send_id: event.send_id ?? undefined,
    step_number: event.step_number ?? undefined,
    variant_id: event.variant_id ?? undefined,
    sending_account_id: event.sending_account_id ?? undefined,
  };
}
