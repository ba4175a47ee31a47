import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useUsers, type User } from '../../data/users.ts';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { Empty } from '../../parts/empty.tsx';
import { formatWord } from '../../parts/format.ts';
import { RowButton } from '../../parts/row-button.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { CreateUser } from './create-user.tsx';
import { EditUser } from './edit-user.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { useCaller } from './use-caller.ts';
import { canManage } from './user-rank.ts';

/** The users of the workspace. A user above the caller has no actions. */
export function UsersPage(): ReactNode {
  const list = useUsers();
  const caller = useCaller();
  const [isCreating, creation] = useDisclosure();
  const [edited, setEdited] = useState<User>();
  const columns: readonly Column<User>[] = [
    {
      header: 'User',
      isStrong: true,
      cell: ({ username }) => username,
    },
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
      <DataList label="Users" list={list} columns={columns} empty={<Empty text="There are no users." />} />
      {isCreating && <CreateUser onClose={creation.close} />}
      {edited !== undefined && <EditUser user={edited} onClose={() => setEdited(undefined)} />}
    </SettingsFrame>
  );
}
