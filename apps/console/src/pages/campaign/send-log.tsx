import { Box, Group, Stack } from '@mantine/core';
import type { Schema } from '@outreach/client';
import type { ReactNode } from 'react';
import { useSends } from '../../data/campaigns.ts';
import { ApiButton } from '../../parts/api-button.tsx';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { PageLink } from '../../parts/link.tsx';
import { StatusBadge, Time } from '../../parts/values.tsx';

type Send = Schema<'Send'>;

const COLUMNS: readonly Column<Send>[] = [
  {
    header: 'To',
    cell: ({ contact_id, contact_email }) => (
      <PageLink to="/contacts/$contactId" params={{ contactId: contact_id }}>
        {contact_email ?? contact_id}
      </PageLink>
    ),
  },
  { header: 'Status', width: 120, cell: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Step', width: 60, isNumber: true, from: 'xs', cell: ({ step_number }) => step_number },
  { header: 'Subject', from: 'md', cell: ({ subject }) => subject ?? '' },
  { header: 'From', from: 'md', cell: ({ from_email }) => from_email },
  {
    header: 'Time',
    width: 130,
    from: 'xs',
    cell: ({ sent_at, scheduled_at }) => <Time at={sent_at ?? scheduled_at} />,
  },
];

/** Each email of a campaign. */
export function SendLog({ id }: { readonly id: string }): ReactNode {
  const list = useSends(id);
  return (
    <Stack h="100%" gap={0}>
      <Group px="md" py="xs" justify="flex-end">
        <ApiButton
          request={() => ({ path: '/api/v1/campaigns/{campaign_id}/sends/', params: { campaign_id: id } })}
        />
      </Group>
      <Box flex={1} mih={0}>
        <DataList label="Emails" list={list} columns={COLUMNS} empty="No email is planned yet." />
      </Box>
    </Stack>
  );
}
