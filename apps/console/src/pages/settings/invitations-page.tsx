import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import {
  useCreateInvitation,
  useDeleteInvitation,
  useInvitations,
  type Invitation,
  type InvitationCreate,
} from '../../data/users.ts';
import { Confirm, RequestDialog } from '../../parts/dialogs.tsx';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { formatWord } from '../../parts/format.ts';
import { RowButton } from '../../parts/row-button.tsx';
import { StatusBadge, Time } from '../../parts/values.tsx';
import { useCreateForm } from '../../parts/use-create-form.ts';
import { SettingsFrame } from './settings-frame.tsx';
import { UserFields, type UserValues } from './user-fields.tsx';

/** Invitations by email. Their readers choose a user name and a password. */
export function InvitationsPage(): ReactNode {
  const list = useInvitations();
  const remove = useDeleteInvitation();
  const [isInviting, invitation] = useDisclosure();
  const [withdrawn, setWithdrawn] = useState<Invitation>();
  const close = (): void => setWithdrawn(undefined);
  const columns: readonly Column<Invitation>[] = [
    { header: 'Email', cell: ({ email }) => email },
    { header: 'Role', width: 100, from: 'xs', cell: ({ role }) => formatWord(role) },
    { header: 'Status', width: 120, cell: ({ status }) => <StatusBadge status={status} /> },
    { header: 'Expires', width: 130, from: 'md', cell: ({ expires_at }) => <Time at={expires_at} /> },
    { header: 'Created', width: 130, from: 'md', cell: ({ created_at }) => <Time at={created_at} /> },
    {
      header: 'Action',
      width: 110,
      cell: (row) =>
        row.status === 'pending' && (
          <RowButton verb="Withdraw" object={row.email} onClick={() => setWithdrawn(row)} />
        ),
    },
  ];
  return (
    <SettingsFrame
      tab="/settings/invitations"
      api={() => ({ path: '/api/v1/invitations/' })}
      actions={<Button onClick={invitation.open}>Invite user</Button>}
    >
      <DataList
        label="Invitations"
        list={list}
        columns={columns}
        empty="Nobody is invited. An invitation is a letter with a link of seven days."
      />
      {isInviting && <InviteUser onClose={invitation.close} />}
      {withdrawn !== undefined && (
        <Confirm
          onClose={close}
          action="Withdraw invitation"
          effect={`The link of ${withdrawn.email} ends.`}
          onConfirm={() => remove.mutate(withdrawn.id, { onSuccess: close })}
          change={remove}
        />
      )}
    </SettingsFrame>
  );
}

/** Sends a letter with a link, by which its reader chooses a user name and a password. */
function InviteUser({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { form, dialog } = useCreateForm<UserValues, InvitationCreate>({
    name: 'invitation',
    secrets: ['password'],
    initialValues: { username: '', password: '', email: '', role: 'member', scopes: [] },
    validate: { email: (value) => (value.includes('@') ? null : 'Enter an email address.') },
    creation: useCreateInvitation(),
    path: '/api/v1/invitations/',
    bodyOf: ({ email, role, scopes }) => ({ email, role, scopes }),
    onClose,
  });
  return (
    <RequestDialog title="Invite user" {...dialog}>
      <UserFields form={form} />
    </RequestDialog>
  );
}
