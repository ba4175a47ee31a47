import type { CommandTable } from '@outreach/app-kit';
import { operatorCall } from '../audit-log/index.ts';
import { createUserAsOperator, type OperatorUserPorts } from './operator-users.ts';
import { scopesOf, type User } from './user.ts';

export function userCommands(ports: OperatorUserPorts): CommandTable {
  return {
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
