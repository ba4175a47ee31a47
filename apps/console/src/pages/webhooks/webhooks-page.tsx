import type { ReactNode } from 'react';
import { useEndpoints, type Endpoint } from '../../data/webhooks.ts';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { formatNumber, formatRate } from '../../parts/format.ts';
import { LinkButton, PageLink } from '../../parts/link.tsx';
import { Page } from '../../parts/page.tsx';
import { StatusBadge, Time } from '../../parts/values.tsx';
import { useCan } from '../../session/session.ts';

const COLUMNS: readonly Column<Endpoint>[] = [
  {
    header: 'Name',
    cell: ({ id, name }) => (
      <PageLink to="/webhooks/$webhookId" params={{ webhookId: id }}>
        {name}
      </PageLink>
    ),
  },
  { header: 'Health', width: 120, cell: ({ health_status }) => <StatusBadge status={health_status} /> },
  { header: 'URL', from: 'md', cell: ({ url }) => url },
  {
    header: 'Events',
    width: 90,
    isNumber: true,
    from: 'xs',
    cell: ({ event_subscriptions }) => formatNumber(event_subscriptions.length),
  },
  {
    header: 'Success in 24 h',
    width: 140,
    isNumber: true,
    from: 'xs',
    cell: ({ delivery_success_rate_24h: rate }) => (rate === null ? '' : formatRate(rate)),
  },
  {
    header: 'Last delivery',
    width: 130,
    from: 'md',
    cell: ({ last_delivery_at }) => <Time at={last_delivery_at} />,
  },
];

/** The endpoints that receive events. */
export function WebhooksPage(): ReactNode {
  const create = useCan('webhooks:write') && <LinkButton to="/webhooks/new">Create webhook</LinkButton>;
  return (
    <Page title="Webhooks" api={() => ({ path: '/api/v1/webhooks/' })} actions={create}>
      <DataList
        label="Webhooks"
        list={useEndpoints()}
        columns={COLUMNS}
        empty="An endpoint receives events as they happen. There is none yet."
        action={create}
      />
    </Page>
  );
}
