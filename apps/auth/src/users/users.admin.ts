import type { CommandTable } from '@outreach/app-kit';
import { operatorCall } from '../audit-log/index.ts';
import { createUserAsOperator } from './operator-users.ts';
import type { UserPorts } from './ports.ts';
import { scopesOf, type User } from './user.ts';

export function userCommands(ports: UserPorts): CommandTable {
  return {
    'user shared-emails': {
      usage: 'user shared-emails',
      run: async () => ({ shared_emails: await ports.users.listSharedEmails() }),
    },
    'user create': {
      usage:
        'user create --workspace ID --username U --password P --role owner|admin|member|viewer [--scope S]…',
      required: ['workspace', 'username', 'password', 'role'],
      repeated: ['scope'],
      run: async ({ flags, lists }) => {
        const user = await createUserAsOperator(ports, operatorCall(ports.newId), {
          workspaceId: flags['workspace'] ?? '',
          username: flags['username'] ?? '',
          password: flags['password'] ?? '',
          role: flags['role'] ?? '',
          scopes: lists['scope'] ?? [],
        });
        return { user: showUser(user) };
      },
    },
  };
}

function showUser(user: User): object {
  const { id, workspace_id, username, role } = user;
  return { id, workspace_id, username, role, scopes: scopesOf(user) };
}
