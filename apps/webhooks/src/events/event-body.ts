import type { DomainEvent } from '@outreach/event-schema';

const API_VERSION = 'v1';

/** The fields of an event that its receivers get. */
type PublicEvent = Pick<DomainEvent, 'id' | 'type' | 'occurred_at' | 'workspace_id' | 'data'>;

/** The body of every delivery of an event, the same bytes at each attempt. */
export function deliveryBody(event: PublicEvent, options: { readonly test?: true } = {}): string {
  return JSON.stringify({
    id: event.id,
    type: event.type,
    timestamp: event.occurred_at,
    workspace_id: event.workspace_id,
    api_version: API_VERSION,
    data: event.data,
    ...options,
  });
}
