import { Anchor, Button, Group, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { campaignOptions } from '../../data/options.ts';
import {
  useCreateReport,
  useDeleteReport,
  useReports,
  type Report,
  type ReportCreate,
} from '../../data/campaigns.ts';
import { Confirm, RequestDialog } from '../../parts/dialogs.tsx';
import { Copy } from '../../parts/copy.tsx';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { formatNumber } from '../../parts/format.ts';
import { RowButton } from '../../parts/row-button.tsx';
import { SearchMultiSelect } from '../../parts/search-select.tsx';
import { Time } from '../../parts/values.tsx';
import { useCreateForm } from '../../parts/use-create-form.ts';
import { useCan } from '../../session/session.ts';
import { SettingsFrame } from './settings-frame.tsx';

/** Pages with numbers for readers without a log-in, such as the clients of an agency. */
export function ReportsPage(): ReactNode {
  const list = useReports();
  const remove = useDeleteReport();
  const canWrite = useCan('campaigns:write');
  const [isSharing, sharing] = useDisclosure();
  const [deleted, setDeleted] = useState<Report>();
  const close = (): void => setDeleted(undefined);
  const share = canWrite && <Button onClick={sharing.open}>Share report</Button>;
  const columns: readonly Column<Report>[] = [
    {
      header: 'Name',
      cell: ({ name, url }) => (
        <Anchor href={url} target="_blank" rel="noreferrer" inherit>
          {name}
        </Anchor>
      ),
    },
    { header: 'Numbers of', width: 150, from: 'xs', cell: contentOf },
    {
      header: 'Expires',
      width: 130,
      from: 'md',
      cell: ({ expires_at }) => (expires_at === null ? 'Never' : <Time at={expires_at} />),
    },
    { header: 'Created', width: 130, from: 'md', cell: ({ created_at }) => <Time at={created_at} /> },
    {
      header: 'Actions',
      width: 190,
      cell: (row) => (
        <Group gap="xs" wrap="nowrap">
          <Copy text={row.url} label="Copy link" name={`Copy link of ${row.name}`} size="compact-xs" />
          {canWrite && <RowButton verb="Delete" object={row.name} onClick={() => setDeleted(row)} />}
        </Group>
      ),
    },
  ];
  return (
    <SettingsFrame tab="/settings/reports" api={() => ({ path: '/api/v1/reports/' })} actions={share}>
      <DataList
        label="Shared reports"
        list={list}
        columns={columns}
        empty="Nothing is shared. A report is a page with numbers, without contacts, for readers without a log-in."
        action={share}
      />
      {isSharing && <ShareReport onClose={sharing.close} />}
      {deleted !== undefined && (
        <Confirm
          onClose={close}
          action="Delete report"
          effect={`The page ${deleted.name} is gone for everyone who has its link.`}
          onConfirm={() => remove.mutate(deleted.id, { onSuccess: close })}
          change={remove}
        />
      )}
    </SettingsFrame>
  );
}

function contentOf({ client_id, campaign_ids }: Report): string {
  if (client_id !== null) return 'One client';
  if (campaign_ids.length === 0) return 'All campaigns';
  const count = campaign_ids.length;
  return count === 1 ? '1 campaign' : `${formatNumber(count)} campaigns`;
}

interface ReportValues {
  readonly name: string;
  readonly campaignIds: string[];
  /** A day as `2026-01-31`; empty for none. */
  readonly from: string;
  readonly expires: string;
}

const midnight = (day: string): string => `${day}T00:00:00Z`;

/** Creates a page with numbers for readers without a log-in. */
function ShareReport({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { form, dialog } = useCreateForm<ReportValues, ReportCreate>({
    name: 'report',
    initialValues: { name: '', campaignIds: [], from: '', expires: '' },
    validate: { name: (value) => (value.trim() === '' ? 'Enter a name.' : null) },
    creation: useCreateReport(),
    path: '/api/v1/reports/',
    bodyOf: ({ name, campaignIds, from, expires }) => ({
      name,
      ...(campaignIds.length > 0 && { campaign_ids: campaignIds }),
      ...(from !== '' && { from: midnight(from) }),
      ...(expires !== '' && { expires_at: midnight(expires) }),
    }),
    onClose,
  });
  return (
    <RequestDialog title="Share report" {...dialog}>
      <TextInput label="Name" data-autofocus required {...form.getInputProps('name')} />
      <SearchMultiSelect
        label="Campaigns"
        description="All campaigns of the workspace without a choice."
        source={campaignOptions}
        {...form.getInputProps('campaignIds')}
      />
      <TextInput
        label="Numbers since"
        description="A day in UTC; from the first email if empty."
        type="date"
        {...form.getInputProps('from')}
      />
      <TextInput
        label="Expires on"
        description="The page is gone at the start of this day in UTC; never if empty."
        type="date"
        {...form.getInputProps('expires')}
      />
    </RequestDialog>
  );
}
