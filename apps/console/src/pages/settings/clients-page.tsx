import { Button, Switch, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Schema } from '@outreach/client';
import { useState, type ReactNode } from 'react';
import {
  useClients,
  useCreateClient,
  useDeleteClient,
  useUpdateClient,
  type Client,
} from '../../data/clients.ts';
import { FormButtons } from '../../parts/api-button.tsx';
import type { ApiRequest } from '../../parts/api-request.ts';
import { Confirm, FormDialog } from '../../parts/dialogs.tsx';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { RowButton } from '../../parts/row-button.tsx';
import { StatusBadge, Time } from '../../parts/values.tsx';
import { useDraftForm } from '../../parts/use-draft-form.ts';
import { useCan } from '../../session/session.ts';
import { SettingsFrame } from './settings-frame.tsx';

/** The clients of the agency. Campaigns are assigned to them. */
export function ClientsPage(): ReactNode {
  const list = useClients();
  const canWrite = useCan('admin:keys');
  const [edited, setEdited] = useState<Client | 'new'>();
  const columns: readonly Column<Client>[] = [
    { header: 'Name', isStrong: true, cell: ({ name }) => name },
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
        empty="There are no clients yet. Campaigns are assigned to clients."
        action={create}
      />
      {edited !== undefined && (
        <ClientForm client={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </SettingsFrame>
  );
}

interface ClientFormProps {
  /** Undefined for a new one. */
  readonly client: Client | undefined;
  readonly onClose: () => void;
}

interface Values {
  readonly name: string;
  readonly domain: string;
  readonly is_archived: boolean;
}

function bodyOf({ name, domain, is_archived }: Values): Schema<'ClientCreate'> {
  return { name, domain: domain === '' ? null : domain, status: is_archived ? 'archived' : 'active' };
}

function requestOf(client: Client | undefined, body: Schema<'ClientCreate'>): ApiRequest {
  if (client === undefined) return { method: 'post', path: '/api/v1/clients/', body };
  const params = { client_id: client.id };
  return { method: 'patch', path: '/api/v1/clients/{client_id}/', params, body };
}

/** Creates, changes or deletes a client. */
function ClientForm({ client, onClose }: ClientFormProps): ReactNode {
  const create = useCreateClient();
  const update = useUpdateClient();
  const remove = useDeleteClient();
  const [isAsking, question] = useDisclosure();
  const { form, key, showError, discard } = useDraftForm<Values>({
    name: client?.id ?? 'client',
    initialValues: {
      name: client?.name ?? '',
      domain: client?.domain ?? '',
      is_archived: client?.status === 'archived',
    },
    validate: { name: (value) => (value.trim() === '' ? 'Enter a name.' : null) },
  });
  const close = (): void => {
    discard();
    onClose();
  };
  const submit = form.onSubmit((values) => {
    const body = bodyOf(values);
    const options = { onSuccess: close, onError: showError };
    if (client === undefined) create.mutate({ body, idempotencyKey: key }, options);
    else update.mutate({ id: client.id, body }, options);
  });
  if (client !== undefined && isAsking)
    return (
      <Confirm
        onClose={question.close}
        action="Delete client"
        effect={`${client.name} is deleted. This cannot be undone.`}
        change={remove}
        onConfirm={() => remove.mutate(client.id, { onSuccess: close })}
      />
    );
  const title = client === undefined ? 'Create client' : `Edit ${client.name}`;
  return (
    <FormDialog title={title} onClose={onClose} onSubmit={submit} error={create.error ?? update.error}>
      <TextInput label="Name" data-autofocus required {...form.getInputProps('name')} />
      <TextInput label="Domain" placeholder="example.com" {...form.getInputProps('domain')} />
      {client !== undefined && (
        <Switch label="Archived" {...form.getInputProps('is_archived', { type: 'checkbox' })} />
      )}
      <FormButtons request={() => requestOf(client, bodyOf(form.getValues()))}>
        {client !== undefined && (
          <Button variant="default" c="error" onClick={question.open}>
            Delete client
          </Button>
        )}
        <Button type="submit" loading={create.isPending || update.isPending}>
          {client === undefined ? 'Create client' : 'Save client'}
        </Button>
      </FormButtons>
    </FormDialog>
  );
}
