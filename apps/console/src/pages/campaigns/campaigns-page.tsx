import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCampaigns, type Campaign } from '../../data/campaigns.ts';
import { Choice } from '../../parts/choice.tsx';
import { ClientSelect } from '../../parts/client-select.tsx';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { LinkButton, PageLink } from '../../parts/link.tsx';
import { formatNumber, formatWord } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { Rate, StatusBadge, Time } from '../../parts/values.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { useCan } from '../../session/session.ts';

const route = getRouteApi('/campaigns');
const STATUSES = ['active', 'paused', 'draft', 'completed', 'archived'] as const;

function enrolledOf({ enrollment_counts }: Campaign): number {
  return Object.values(enrollment_counts).reduce((sum, count) => sum + count, 0);
}

const COLUMNS: readonly Column<Campaign>[] = [
  {
    header: 'Name',
    cell: ({ id, name }) => (
      <PageLink to="/campaigns/$campaignId" params={{ campaignId: id }}>
        {name}
      </PageLink>
    ),
  },
  { header: 'Status', width: 120, cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: 'Reason',
    width: 150,
    from: 'md',
    cell: ({ pause_reason: reason }) => (reason === null ? '' : formatWord(reason)),
  },
  {
    header: 'Contacts',
    width: 110,
    isNumber: true,
    from: 'xs',
    cell: (campaign) => formatNumber(enrolledOf(campaign)),
  },
  {
    header: 'Sent',
    width: 90,
    isNumber: true,
    from: 'xs',
    cell: ({ metrics }) => formatNumber(metrics.total_sent),
  },
  {
    header: 'Replied',
    width: 100,
    isNumber: true,
    cell: ({ metrics }) => <Rate rate={metrics.reply_rate} count={metrics.replied} of={metrics.delivered} />,
  },
  {
    header: 'Bounced',
    width: 100,
    isNumber: true,
    from: 'md',
    cell: ({ metrics }) => (
      <Rate rate={metrics.bounce_rate} count={metrics.bounced} of={metrics.total_sent} />
    ),
  },
  { header: 'Created', width: 130, from: 'md', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** All campaigns, by state and name. */
export function CampaignsPage(): ReactNode {
  const address = route.useSearch();
  const { client, ...rest } = address;
  const filter = { ...rest, client_id: client };
  const navigate = route.useNavigate();
  const list = useCampaigns(filter);
  const isFiltered = [filter.status, filter.client_id, filter.search].some((value) => value !== undefined);
  const create = useCan('campaigns:write') ? (
    <LinkButton to="/campaigns/new">New campaign</LinkButton>
  ) : undefined;
  const clear = (): void => void navigate({ search: {} });
  return (
    <Page
      title="Campaigns"
      api={() => ({ path: '/api/v1/campaigns/', query: { ...filter } })}
      actions={create}
      filters={
        <>
          <Choice
            label="Status"
            values={STATUSES}
            value={filter.status}
            onChange={(status) => void navigate({ search: { ...address, status } })}
          />
          <ClientSelect
            placeholder="Any client"
            size="xs"
            w={160}
            value={client}
            onChange={(next) => void navigate({ search: { ...address, client: next } })}
          />
          <SearchBox
            label="Search campaigns"
            value={filter.search}
            onChange={(search) => void navigate({ search: { ...address, search }, replace: true })}
          />
        </>
      }
    >
      <DataList
        label="Campaigns"
        list={list}
        columns={COLUMNS}
        empty="A campaign sends a sequence to contacts. There is none yet."
        action={create}
        noMatch={isFiltered && 'No campaign matches.'}
        onClear={clear}
      />
    </Page>
  );
}
