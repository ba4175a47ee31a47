import { Box, Checkbox, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useAccounts, type SendingAccount } from '../../data/accounts.ts';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { formatNumber } from '../../parts/format.ts';
import { LinkButton } from '../../parts/link.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { StatusBadge } from '../../parts/values.tsx';
import type { CampaignDraftState } from './use-campaign-draft.ts';

/** The accounts that send the emails, with what each of them sends in a day. */
export function AccountStep({ draft, change }: CampaignDraftState): ReactNode {
  const [search, setSearch] = useState<string>();
  const list = useAccounts(search);
  const chosen = draft.sending_account_ids;
  const set = (id: string, isChosen: boolean): void =>
    change({ sending_account_ids: isChosen ? [...chosen, id] : chosen.filter((one) => one !== id) });
  const columns: readonly Column<SendingAccount>[] = [
    {
      header: 'Address',
      cell: ({ id, email }) => (
        <Checkbox
          label={email}
          checked={chosen.includes(id)}
          onChange={({ currentTarget }) => set(id, currentTarget.checked)}
        />
      ),
    },
    { header: 'Status', width: 110, cell: ({ status }) => <StatusBadge status={status} /> },
    {
      header: 'Health',
      width: 80,
      isNumber: true,
      from: 'xs',
      cell: ({ health_score }) => formatNumber(health_score),
    },
    {
      header: 'Emails a day',
      width: 120,
      isNumber: true,
      from: 'xs',
      cell: ({ daily_limit }) => formatNumber(daily_limit),
    },
  ];
  return (
    <>
      <Group px="md">
        <SearchBox label="Search accounts" value={search} onChange={setSearch} />
        <Text c="dimmed">{formatNumber(chosen.length)} chosen</Text>
      </Group>
      <Box flex={1} mih={0}>
        <DataList
          label="Accounts"
          list={list}
          columns={columns}
          empty="No mailbox is connected yet. Campaigns send from connected mailboxes."
          action={<LinkButton to="/accounts">Go to accounts</LinkButton>}
          noMatch={search !== undefined && 'No account matches.'}
          onClear={() => setSearch(undefined)}
        />
      </Box>
    </>
  );
}
