import type { DomainEvent } from '@outreach/event-schema';
import { z } from 'zod';

const API_VERSION = 'v1';

const DeliveryBodySchema = z.object({
  id: z.string(),
  type: z.string(),
  timestamp: z.string(),
  workspace_id: z.string(),
  api_version: z.string(),
  data: z.unknown(),
});

export type DeliveryBody = z.output<typeof DeliveryBodySchema>;

/** Parses a stored delivery body. */
export function readDeliveryBody(body: string): DeliveryBody {
  return DeliveryBodySchema.parse(JSON.parse(body));
}

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
