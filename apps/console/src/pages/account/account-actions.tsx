import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  useAccountAction,
  useDeleteAccount,
  useReconnect,
  type SendingAccount,
  type useTestAccount,
} from '../../data/accounts.ts';
import { Confirm } from '../../parts/dialogs.tsx';
import { showFailure } from '../../parts/show-failure.ts';
import { useCan } from '../../session/session.ts';

interface AccountActionsProps {
  readonly account: SendingAccount;
  readonly test: ReturnType<typeof useTestAccount>;
}

/** The actions of a mailbox. Only the operator ends a suspension, and only a connection ends an error. */
export function AccountActions({ account, test }: AccountActionsProps): ReactNode {
  const canWrite = useCan('campaigns:write');
  const navigate = useNavigate();
  const change = useAccountAction(account.id);
  const reconnect = useReconnect(account.id);
  const remove = useDeleteAccount(account.id);
  const [isAsking, question] = useDisclosure();
  const { id, email, status, auth_method } = account;
  const onError = showFailure(email);
  if (!canWrite) return null;
  return (
    <>
      {status === 'active' && (
        <Button
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate('pause', { onError })}
        >
          Pause account
        </Button>
      )}
      {status === 'paused' && (
        <Button
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate('resume', { onError })}
        >
          Resume account
        </Button>
      )}
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button variant="default">More actions</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            onClick={() => void navigate({ to: '/accounts/$accountId/edit', params: { accountId: id } })}
          >
            Edit account
          </Menu.Item>
          {auth_method === 'oauth2' && (
            <Menu.Item
              onClick={() =>
                reconnect.mutate(undefined, {
                  onSuccess: ({ authorization_url }) => globalThis.location.assign(authorization_url),
                  onError,
                })
              }
            >
              Reconnect mailbox
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item c="error" onClick={question.open}>
            Disconnect account
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button loading={test.isPending} onClick={() => test.mutate(id)}>
        Test connection
      </Button>
      {isAsking && (
        <Confirm
          onClose={question.close}
          action="Disconnect account"
          effect={`${email} sends and receives nothing more here, and its passwords and tokens are deleted. A campaign that uses it must be completed or archived before. This cannot be undone.`}
          change={remove}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/accounts' }) })}
        />
      )}
    </>
  );
}
