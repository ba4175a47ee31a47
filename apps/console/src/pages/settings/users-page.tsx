import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useCreateUser, useUsers, type User, type UserCreate } from '../../data/users.ts';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { RequestDialog } from '../../parts/dialogs.tsx';
import { formatWord } from '../../parts/format.ts';
import { passwordError } from '../../parts/password-error.ts';
import { RowButton } from '../../parts/row-button.tsx';
import { StatusBadge, Time } from '../../parts/values.tsx';
import { useCreateForm } from '../../parts/use-create-form.ts';
import { EditUser } from './edit-user.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { useCaller, UserFields, type UserValues } from './user-fields.tsx';
import { canManage } from './user-rank.ts';

/** The users of the workspace. A user above the caller has no actions. */
export function UsersPage(): ReactNode {
  const list = useUsers();
  const caller = useCaller();
  const [isCreating, creation] = useDisclosure();
  const [edited, setEdited] = useState<User>();
  const columns: readonly Column<User>[] = [
    { header: 'User', isStrong: true, cell: ({ username }) => username },
    { header: 'Email', from: 'md', cell: ({ email }) => email ?? '' },
    { header: 'Role', width: 100, cell: ({ role }) => formatWord(role) },
    { header: 'Further scopes', from: 'md', cell: ({ scopes }) => scopes.join(', ') },
    {
      header: 'Status',
      width: 120,
      from: 'xs',
      cell: ({ is_active }) => <StatusBadge status={is_active ? 'active' : 'deactivated'} />,
    },
    { header: 'Created', width: 130, from: 'md', cell: ({ created_at }) => <Time at={created_at} /> },
    {
      header: 'Action',
      width: 90,
      cell: (user) =>
        canManage(caller, user) && (
          <RowButton verb="Edit" object={user.username} onClick={() => setEdited(user)} />
        ),
    },
  ];
  return (
    <SettingsFrame
      tab="/settings/users"
      api={() => ({ path: '/api/v1/users/' })}
      actions={<Button onClick={creation.open}>Create user</Button>}
    >
      <DataList label="Users" list={list} columns={columns} empty="There are no users." />
      {isCreating && <CreateUser onClose={creation.close} />}
      {edited !== undefined && <EditUser user={edited} onClose={() => setEdited(undefined)} />}
    </SettingsFrame>
  );
}

const USERNAME = /^[A-Za-z0-9._@+-]{1,120}$/;

/** Creates a user with a first password. */
function CreateUser({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { form, dialog } = useCreateForm<UserValues, UserCreate>({
    name: 'user',
    secrets: ['password'],
    initialValues: { username: '', password: '', email: '', role: 'member', scopes: [] },
    validate: {
      username: (value) => (USERNAME.test(value) ? null : 'Enter 1 to 120 of letters, digits and . _ @ + -'),
      password: passwordError,
    },
    creation: useCreateUser(),
    path: '/api/v1/users/',
    bodyOf: ({ email, ...rest }) => ({ ...rest, ...(email === '' ? {} : { email }) }),
    onClose,
  });
  return (
    <RequestDialog title="Create user" {...dialog}>
      <TextInput
        label="User name"
        autoComplete="off"
        data-autofocus
        required
        {...form.getInputProps('username')}
      />
      <PasswordInput
        label="Password"
        autoComplete="new-password"
        required
        {...form.getInputProps('password')}
      />
      <UserFields form={form} />
    </RequestDialog>
  );
}
