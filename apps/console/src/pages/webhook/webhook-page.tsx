import { Drawer, Text, Tooltip } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDeliveries, useEndpoint, type Delivery, type Endpoint } from '../../data/webhooks.ts';
import { Choice } from '../../parts/choice.tsx';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { formatNumber, formatRate } from '../../parts/format.ts';
import { PageLink } from '../../parts/link.tsx';
import { NotLoaded } from '../../parts/failure.tsx';
import { Page } from '../../parts/page.tsx';
import { StatusBadge, Time } from '../../parts/values.tsx';
import { DeliveryView } from './delivery-view.tsx';
import { WebhookActions } from './webhook-actions.tsx';

const route = getRouteApi('/webhooks/$webhookId');
const STATUSES = ['success', 'failed', 'pending'] as const;

const columns = (webhookId: string, status: Delivery['status'] | undefined): readonly Column<Delivery>[] => [
  {
    header: 'Event',
    cell: ({ id, event_type }) => (
      <PageLink to="/webhooks/$webhookId" params={{ webhookId }} search={{ status, delivery: id }}>
        {event_type}
      </PageLink>
    ),
  },
  { header: 'Status', width: 120, cell: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Response', width: 90, isNumber: true, from: 'xs', cell: ({ status_code }) => status_code ?? '' },
  {
    header: 'Time taken',
    width: 110,
    isNumber: true,
    from: 'md',
    cell: ({ latency_ms }) => (latency_ms === null ? '' : `${formatNumber(latency_ms)} ms`),
  },
  { header: 'Retries', width: 90, isNumber: true, from: 'xs', cell: ({ retry_count }) => retry_count },
  {
    header: 'Delivered',
    width: 130,
    from: 'xs',
    cell: ({ delivered_at }) => (delivered_at === null ? 'Not yet' : <Time at={delivered_at} />),
  },
];

/** One endpoint and its deliveries; the open delivery is part of the address. */
export function WebhookPage(): ReactNode {
  const { webhookId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const endpoint = useEndpoint(webhookId);
  const list = useDeliveries(webhookId, search.status);
  if (endpoint.data === undefined) return <NotLoaded query={endpoint} lines={10} />;
  return (
    <Page
      title={endpoint.data.name}
      status={<StatusBadge status={endpoint.data.health_status} />}
      api={() => ({
        path: '/api/v1/webhooks/{webhook_id}/deliveries/',
        params: { webhook_id: webhookId },
        query: { status: search.status },
      })}
      actions={<WebhookActions endpoint={endpoint.data} />}
      filters={
        <>
          <Choice
            label="Status"
            values={STATUSES}
            value={search.status}
            onChange={(status) => void navigate({ search: { ...search, status } })}
          />
          <EndpointFacts endpoint={endpoint.data} />
        </>
      }
    >
      <DataList
        label="Deliveries"
        list={list}
        columns={columns(webhookId, search.status)}
        empty="There is no delivery yet. Deliveries appear when an event happens."
        noMatch={search.status !== undefined && 'No delivery matches.'}
        onClear={() => void navigate({ search: {} })}
      />
      <Drawer
        opened={search.delivery !== undefined}
        onClose={() => void navigate({ search: { ...search, delivery: undefined } })}
        position="right"
        size="lg"
        title="Delivery"
      >
        {search.delivery !== undefined && (
          <DeliveryView
            ids={{ webhook_id: webhookId, delivery_id: search.delivery }}
            endpoint={endpoint.data}
          />
        )}
      </Drawer>
    </Page>
  );
}

/** The receiver, its events and its rate, in one line. */
function EndpointFacts({ endpoint }: { readonly endpoint: Endpoint }): ReactNode {
  const { url, event_subscriptions: events, delivery_success_rate_24h: rate } = endpoint;
  return (
    <>
      <Text c="dimmed" truncate maw={360}>
        {url}
      </Text>
      <Tooltip label={events.join(', ')} multiline maw={400}>
        <Text span c="dimmed" tabIndex={0} role="note" aria-label={`Events: ${events.join(', ')}`}>
          {formatNumber(events.length)} {events.length === 1 ? 'event' : 'events'}
        </Text>
      </Tooltip>
      {rate !== null && <Text c="dimmed">{formatRate(rate)} successful in 24 h</Text>}
    </>
  );
}
