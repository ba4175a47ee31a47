import { Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useUpdateEndpoint, type Endpoint } from '../../data/webhooks.ts';
import { showFailure } from '../../parts/show-failure.ts';
import { useCan } from '../../session/use-session.ts';
import { DeleteEndpoint } from './delete-endpoint.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import { TestDialog } from './test-dialog.tsx';

type Opened = 'test' | 'replay' | 'rotate' | 'delete';

/** The actions of an endpoint. */
export function WebhookActions({ endpoint }: { readonly endpoint: Endpoint }): ReactNode {
  const canWrite = useCan('webhooks:write');
  const navigate = useNavigate();
  const update = useUpdateEndpoint(endpoint.id);
  const [opened, setOpened] = useState<Opened>();
  const { active } = endpoint;
  const close = (): void => setOpened(undefined);
  if (!canWrite) return null;
  const toggle = (): void => update.mutate({ active: !active }, { onError: showFailure(endpoint.name) });
  return (
    <>
      <Button variant="default" loading={update.isPending} onClick={toggle}>
        {active ? 'Pause webhook' : 'Enable webhook'}
      </Button>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button variant="default">More actions</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            onClick={() =>
              void navigate({ to: '/webhooks/$webhookId/edit', params: { webhookId: endpoint.id } })
            }
          >
            Edit webhook
          </Menu.Item>
          <Menu.Item disabled={!active} onClick={() => setOpened('replay')}>
            Replay events
          </Menu.Item>
          <Menu.Item onClick={() => setOpened('rotate')}>Rotate secret</Menu.Item>
          <Menu.Divider />
          <Menu.Item c="error" onClick={() => setOpened('delete')}>
            Delete webhook
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button onClick={() => setOpened('test')}>Send test event</Button>
      {opened === 'test' && <TestDialog endpoint={endpoint} onClose={close} />}
      {opened === 'replay' && <ReplayDialog endpoint={endpoint} onClose={close} />}
      {opened === 'rotate' && <RotateSecret endpoint={endpoint} onClose={close} />}
      {opened === 'delete' && <DeleteEndpoint endpoint={endpoint} onClose={close} />}
    </>
  );
}
