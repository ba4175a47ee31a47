import { fromPage, toMeta } from '@outreach/app-kit';
import {
  ENGAGEMENT_EVENT_TYPES,
  type ContactsServiceService,
  type EngagementEvent as EventMessage,
  type EngagementEventType,
} from '@outreach/contracts-contacts';
import { invalidField } from '@outreach/errors';
import type { RpcTable } from '@outreach/service-kit';
import type { EngagementEvent } from '../domain/engagement/engagement-event.ts';
import { listEvents } from '../domain/engagement/list-events.ts';
import type { Deps } from '../domain/ports.ts';
import { READ } from './scopes.ts';

type EngagementRows = Pick<RpcTable<typeof ContactsServiceService>, 'listContactEvents'>;

/** The rows of timelines. */
export function engagementRows(deps: Deps): EngagementRows {
  return {
    listContactEvents: {
      scope: READ,
      query: async (_ctx, { contact_id: contactId, event_types, page }) => {
        const eventTypes = toEventTypes(event_types);
        const list = await listEvents(deps, { contactId, eventTypes, page: fromPage(page) });
        return { events: list.items.map(toEventMessage), meta: toMeta(list) };
      },
    },
  };
}

/** @throws AppError invalid_argument on `event_type` for one that no timeline has. */
function toEventTypes(types: readonly string[]): EngagementEventType[] {
  return [...new Set(types)].map((type) => {
    const known = ENGAGEMENT_EVENT_TYPES.find((one) => one === type);
    if (known === undefined)
      throw invalidField('event_type', `event_type must be of ${ENGAGEMENT_EVENT_TYPES.join(', ')}.`);
    return known;
  });
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
