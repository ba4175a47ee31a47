import { Anchor, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useDeleteReport, useReports, type Report } from '../../data/reports.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Copy } from '../../parts/copy.tsx';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { Empty } from '../../parts/empty.tsx';
import { formatNumber } from '../../parts/format.ts';
import { RowButton } from '../../parts/row-button.tsx';
import { Time } from '../../parts/time.tsx';
import { useCan } from '../../session/use-session.ts';
import { SettingsFrame } from './settings-frame.tsx';
import { ShareReport } from './share-report.tsx';

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
        empty={
          <Empty
            text="Nothing is shared. A report is a page with numbers, without contacts, for readers without a log-in."
            action={share}
          />
        }
      />
      {isSharing && <ShareReport onClose={sharing.close} />}
      {deleted !== undefined && (
        <Confirm
          onClose={close}
          action="Delete report"
          effect={`The page ${deleted.name} is gone for everyone who has its link.`}
          onConfirm={() => remove.mutate(deleted.id, { onSuccess: close })}
          change={remove}
          isDangerous
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
