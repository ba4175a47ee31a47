import { Checkbox, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { SCOPES, type User } from '../../data/users.ts';
import { formatWord } from '../../parts/format.ts';
import { useSession } from '../../session/session.ts';
import { grantableRoles, scopesOfRole, type Caller } from './user-rank.ts';

/** The fields that a new and a changed user share. */
export interface UserValues {
  readonly username: string;
  readonly password: string;
  readonly email: string;
  readonly role: User['role'];
  readonly scopes: User['scopes'];
}

/** Email, role and further scopes. Only roles and scopes of the caller can be chosen. */
export function UserFields({ form }: { readonly form: UseFormReturnType<UserValues> }): ReactNode {
  const caller = useCaller();
  const { role } = form.values;
  const included = new Set(scopesOfRole(role));
  const further = SCOPES.filter((scope) => caller.scopes.has(scope) && !included.has(scope));
  return (
    <>
      <TextInput label="Email" type="email" {...form.getInputProps('email')} />
      <Select
        label="Role"
        allowDeselect={false}
        data={grantableRoles(caller).map((value) => ({ value, label: formatWord(value) }))}
        description={`Includes ${[...included].join(', ')}.`}
        {...form.getInputProps('role')}
      />
      {further.length > 0 && (
        <Checkbox.Group label="Further scopes" {...form.getInputProps('scopes')}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={6} mt={6}>
            {further.map((scope) => (
              <Checkbox key={scope} value={scope} label={scope} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
    </>
  );
}

/** The role and the scopes of the user who is logged in. */
export function useCaller(): Caller {
  const current = useSession();
  return current.status === 'in' ? current.token : { role: '', scopes: new Set() };
}
