import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useClients, type Client } from '../../data/clients.ts';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { Empty } from '../../parts/empty.tsx';
import { RowButton } from '../../parts/row-button.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { useCan } from '../../session/use-session.ts';
import { ClientForm } from './client-form.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** The clients of the agency. Campaigns are assigned to them. */
export function ClientsPage(): ReactNode {
  const list = useClients();
  const canWrite = useCan('admin:keys');
  const [edited, setEdited] = useState<Client | 'new'>();
  const columns: readonly Column<Client>[] = [
    {
      header: 'Name',
      isStrong: true,
      cell: ({ name }) => name,
    },
    { header: 'Domain', from: 'xs', cell: ({ domain }) => domain ?? '' },
    { header: 'Status', width: 120, cell: ({ status }) => <StatusBadge status={status} /> },
    { header: 'Created', width: 130, from: 'md', cell: ({ created_at }) => <Time at={created_at} /> },
    {
      header: 'Action',
      width: 90,
      cell: (client) =>
        canWrite && <RowButton verb="Edit" object={client.name} onClick={() => setEdited(client)} />,
    },
  ];
  const create = canWrite && <Button onClick={() => setEdited('new')}>Create client</Button>;
  return (
    <SettingsFrame tab="/settings/clients" api={() => ({ path: '/api/v1/clients/' })} actions={create}>
      <DataList
        label="Clients"
        list={list}
        columns={columns}
        empty={<Empty text="There are no clients yet. Campaigns are assigned to clients." action={create} />}
      />
      {edited !== undefined && (
        <ClientForm client={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </SettingsFrame>
  );
}
