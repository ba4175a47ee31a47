import { Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useDeleteEndpoint, useRotateSecret, useUpdateEndpoint, type Endpoint } from '../../data/webhooks.ts';
import { Confirm, Dialog } from '../../parts/dialogs.tsx';
import { formatNumber } from '../../parts/format.ts';
import { showFailure } from '../../parts/show-failure.ts';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { useCan } from '../../session/session.ts';
import { TestDialog, type EndpointDialogProps } from './test-dialog.tsx';
import { ReplayDialog } from './replay-dialog.tsx';

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

/** Asks, deletes the endpoint, and returns to the list. */
function DeleteEndpoint({ endpoint, onClose }: EndpointDialogProps): ReactNode {
  const navigate = useNavigate();
  const remove = useDeleteEndpoint(endpoint.id);
  const count = formatNumber(endpoint.total_deliveries_30d);
  return (
    <Confirm
      onClose={onClose}
      action="Delete webhook"
      effect={`${endpoint.name} receives nothing more, retries included. The log of its ${count} deliveries of the last 30 days stays readable by the API. This cannot be undone.`}
      change={remove}
      onConfirm={() => remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/webhooks' }) })}
    />
  );
}

/** Asks, replaces the signing secret, and shows the new one once. */
function RotateSecret({ endpoint, onClose }: EndpointDialogProps): ReactNode {
  const rotate = useRotateSecret(endpoint.id);
  if (rotate.data !== undefined)
    return (
      <Dialog onClose={onClose} title="Rotate secret">
        <ShownOnce noun="signing secret" secret={rotate.data.signing_secret} onClose={onClose} />
      </Dialog>
    );
  return (
    <Confirm
      onClose={onClose}
      action="Rotate secret"
      effect={`The secret ${endpoint.signing_secret_preview}… ends at once. The receiver refuses deliveries until it has the new secret.`}
      change={rotate}
      onConfirm={() => rotate.mutate()}
    />
  );
}
