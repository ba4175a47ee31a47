import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { SCOPES, useApiKeys, useCreateApiKey, useRevokeApiKey, type ApiKey } from '../../data/users.ts';
import { Confirm, Dialog, RequestDialog } from '../../parts/dialogs.tsx';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { formatNumber } from '../../parts/format.ts';
import { RowButton } from '../../parts/row-button.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { Time } from '../../parts/values.tsx';
import { useCreateForm } from '../../parts/use-create-form.ts';
import { useSession } from '../../session/session.ts';
import { SettingsFrame } from './settings-frame.tsx';

/** The API keys of the workspace. */
export function KeysPage(): ReactNode {
  const list = useApiKeys();
  const revoke = useRevokeApiKey();
  const [isCreating, creation] = useDisclosure();
  const [asked, setAsked] = useState<ApiKey>();
  const columns: readonly Column<ApiKey>[] = [
    { header: 'Name', isStrong: true, cell: ({ name }) => name },
    { header: 'Key', width: 150, from: 'xs', cell: ({ key_preview }) => key_preview },
    { header: 'Scopes', from: 'md', cell: ({ scopes }) => scopes.join(', ') },
    {
      header: 'A minute',
      width: 90,
      isNumber: true,
      from: 'md',
      cell: ({ rate_limit_per_minute }) => formatNumber(rate_limit_per_minute),
    },
    { header: 'Last used', width: 130, from: 'xs', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
    {
      header: 'Action',
      width: 110,
      cell: (key) => <RowButton verb="Revoke" object={key.name} onClick={() => setAsked(key)} />,
    },
  ];
  const close = (): void => setAsked(undefined);
  return (
    <SettingsFrame
      tab="/settings/keys"
      api={() => ({ path: '/api/v1/api-keys/' })}
      actions={<Button onClick={creation.open}>Create API key</Button>}
    >
      <DataList
        label="API keys"
        list={list}
        columns={columns}
        empty="Programs call the API with a key. There is none yet."
        action={<Button onClick={creation.open}>Create API key</Button>}
      />
      {isCreating && <CreateKey onClose={creation.close} />}
      {asked !== undefined && (
        <Confirm
          onClose={close}
          action="Revoke API key"
          effect={`Programs that use ${asked.name} are refused from now on. This cannot be undone.`}
          change={revoke}
          onConfirm={() => revoke.mutate(asked.id, { onSuccess: close })}
        />
      )}
    </SettingsFrame>
  );
}

interface Values {
  readonly name: string;
  readonly scopes: ApiKey['scopes'];
}

/** Creates a key and shows it once. Only scopes of the user can be chosen: nobody grants what they lack. */
function CreateKey({ onClose }: { readonly onClose: () => void }): ReactNode {
  const create = useCreateApiKey();
  const current = useSession();
  const { form, dialog } = useCreateForm<Values, Values>({
    name: 'api-key',
    initialValues: { name: '', scopes: [] },
    validate: {
      name: (value) => (value.trim() === '' ? 'Enter a name.' : null),
      scopes: (value) => (value.length === 0 ? 'Choose at least one scope.' : null),
    },
    creation: create,
    path: '/api/v1/api-keys/',
    bodyOf: (values) => values,
    onClose,
    // The key is shown before the dialog is closed.
    onCreated: () => undefined,
  });
  const allowed = SCOPES.filter((scope) => current.status === 'in' && current.token.scopes.has(scope));
  if (create.data !== undefined)
    return (
      <Dialog onClose={onClose} title="Create API key">
        <ShownOnce noun="key" secret={create.data.key} onClose={onClose} />
      </Dialog>
    );
  return (
    <RequestDialog title="Create API key" {...dialog}>
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <Checkbox.Group label="Scopes" {...form.getInputProps('scopes')}>
        <Stack gap={6} mt={6}>
          {allowed.map((scope) => (
            <Checkbox key={scope} value={scope} label={scope} />
          ))}
        </Stack>
      </Checkbox.Group>
    </RequestDialog>
  );
}
