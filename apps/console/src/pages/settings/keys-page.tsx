import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useApiKeys, useRevokeApiKey, type ApiKey } from '../../data/api-keys.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { Empty } from '../../parts/empty.tsx';
import { formatNumber } from '../../parts/format.ts';
import { RowButton } from '../../parts/row-button.tsx';
import { Time } from '../../parts/time.tsx';
import { CreateKey } from './create-key.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** The API keys of the workspace. */
export function KeysPage(): ReactNode {
  const list = useApiKeys();
  const revoke = useRevokeApiKey();
  const [isCreating, creation] = useDisclosure();
  const [asked, setAsked] = useState<ApiKey>();
  const columns: readonly Column<ApiKey>[] = [
    {
      header: 'Name',
      isStrong: true,
      cell: ({ name }) => name,
    },
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
        empty={
          <Empty
            text="Programs call the API with a key. There is none yet."
            action={<Button onClick={creation.open}>Create API key</Button>}
          />
        }
      />
      {isCreating && <CreateKey onClose={creation.close} />}
      {asked !== undefined && (
        <Confirm
          onClose={close}
          action="Revoke API key"
          effect={`Programs that use ${asked.name} are refused from now on. This cannot be undone.`}
          isDangerous
          change={revoke}
          onConfirm={() => revoke.mutate(asked.id, { onSuccess: close })}
        />
      )}
    </SettingsFrame>
  );
}
