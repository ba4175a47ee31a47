import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAccountAction, useAccounts, type SendingAccount } from '../../data/accounts.ts';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { LinkButton, PageLink } from '../../parts/link.tsx';
import { formatNumber, formatWord } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { RowButton } from '../../parts/row-button.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { showFailure } from '../../parts/show-failure.ts';
import { StatusBadge } from '../../parts/values.tsx';
import { useCan } from '../../session/session.ts';

const route = getRouteApi('/accounts');

/** The DNS records of the address that do not pass. */
function failedRecords({ auth }: SendingAccount): string {
  const records = [
    ['SPF', auth.spf],
    ['DKIM', auth.dkim],
    ['DMARC', auth.dmarc],
    ['MX', auth.mx],
  ] as const;
  const failed = records.filter(([, result]) => result === 'fail').map(([name]) => name);
  return failed.length === 0 ? '' : `${failed.join(', ')} missing`;
}

const COLUMNS: readonly Column<SendingAccount>[] = [
  {
    header: 'Address',
    cell: ({ id, email }) => (
      <PageLink to="/accounts/$accountId" params={{ accountId: id }}>
        {email}
      </PageLink>
    ),
  },
  { header: 'Status', width: 110, cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: 'Reason',
    from: 'md',
    cell: (account) =>
      account.last_error ??
      (account.status_reason === null ? failedRecords(account) : formatWord(account.status_reason)),
  },
  {
    header: 'Health',
    width: 80,
    isNumber: true,
    from: 'xs',
    cell: ({ health_score }) => formatNumber(health_score),
  },
  {
    header: 'Today',
    width: 110,
    isNumber: true,
    from: 'xs',
    cell: ({ sent_today, daily_limit }) => `${formatNumber(sent_today)} of ${formatNumber(daily_limit)}`,
  },
  {
    header: 'Warm-up',
    width: 100,
    from: 'md',
    cell: ({ warmup }) => (warmup.enabled ? `Day ${warmup.day}` : 'Off'),
  },
  { header: 'Provider', width: 110, from: 'md', cell: ({ provider }) => formatWord(provider) },
  { header: 'Action', width: 110, cell: (account) => <AccountAction account={account} /> },
];

/** All mailboxes that send, with their health and the use of today. */
export function AccountsPage(): ReactNode {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const list = useAccounts(filter.search);
  const connect = useCan('campaigns:write') && <LinkButton to="/accounts/new">Connect account</LinkButton>;
  return (
    <Page
      title="Sending accounts"
      api={() => ({ path: '/api/v1/sending-accounts/', query: { search: filter.search } })}
      actions={connect}
      filters={
        <SearchBox
          label="Search accounts"
          value={filter.search}
          onChange={(search) => void navigate({ search: { search }, replace: true })}
        />
      }
    >
      <DataList
        label="Sending accounts"
        list={list}
        columns={COLUMNS}
        empty="No mailbox is connected yet. Campaigns send from connected mailboxes."
        action={connect}
        noMatch={filter.search !== undefined && 'No account matches.'}
        onClear={() => void navigate({ search: {} })}
      />
    </Page>
  );
}

function AccountAction({ account }: { readonly account: SendingAccount }): ReactNode {
  const canWrite = useCan('campaigns:write');
  const change = useAccountAction(account.id);
  // Only the operator ends a suspension, and only a connection ends an error.
  if (!canWrite || account.status === 'suspended' || account.status === 'error') return null;
  const action = account.status === 'active' ? 'pause' : 'resume';
  return (
    <RowButton
      verb={formatWord(action)}
      object={account.email}
      loading={change.isPending}
      onClick={() => change.mutate(action, { onError: showFailure(account.email) })}
    />
  );
}
