import type { Schema } from '@outreach/client';
import { itemsOf, pageSizeFor } from '../output/pages.ts';
import type { Column } from '../output/table.ts';
import type { Session } from '../session.ts';

export interface DeliveryOptions {
  readonly status?: 'success' | 'failed' | 'pending';
  readonly type?: string;
  readonly limit?: number;
}

const ENDPOINT_COLUMNS: readonly Column<Schema<'WebhookEndpoint'>>[] = [
  { head: 'ID', of: ({ id }) => id },
  { head: 'NAME', of: ({ name }) => name },
  { head: 'ACTIVE', of: ({ active }) => (active ? 'yes' : 'no') },
  { head: 'HEALTH', of: ({ health_status }) => health_status },
  { head: 'URL', of: ({ url }) => url },
];

export async function listWebhooks({ out, connect }: Session): Promise<void> {
  const client = await connect();
  const pages = itemsOf(client.pages('/api/v1/webhooks/'));
  await out.list(ENDPOINT_COLUMNS, pages, 'This workspace has no webhook endpoint.');
}

const DELIVERY_COLUMNS: readonly Column<Schema<'WebhookDelivery'>>[] = [
  { head: 'ID', of: ({ id }) => id },
  { head: 'DELIVERED', of: ({ delivered_at }) => delivered_at },
  { head: 'EVENT', of: ({ event_type }) => event_type },
  { head: 'EVENT ID', of: ({ event_id }) => event_id },
  { head: 'STATUS', of: ({ status }) => status },
  { head: 'CODE', of: ({ status_code }) => status_code },
  { head: 'MS', of: ({ latency_ms }) => latency_ms },
  { head: 'RETRIES', of: ({ retry_count }) => retry_count },
  { head: 'ERROR', of: ({ error }) => error },
];

export async function listDeliveries(
  { out, connect }: Session,
  webhook_id: string,
  { status, type, limit }: DeliveryOptions,
): Promise<void> {
  const client = await connect();
  const query = {
    page_size: pageSizeFor(limit),
    ...(status === undefined ? {} : { status }),
    ...(type === undefined ? {} : { event_type: type }),
  };
  const params = { path: { webhook_id }, query };
  const pages = client.pages('/api/v1/webhooks/{webhook_id}/deliveries/', { params });
  await out.list(DELIVERY_COLUMNS, itemsOf(pages, limit), 'No delivery was found.');
}
