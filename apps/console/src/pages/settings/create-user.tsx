import { PasswordInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCreateUser, type UserCreate } from '../../data/users.ts';
import { passwordError } from '../../parts/password-error.ts';
import { RequestDialog } from '../../parts/form-dialog.tsx';
import { useCreateForm } from '../../parts/use-create-form.ts';
import { UserFields, type UserValues } from './user-fields.tsx';

const USERNAME = /^[A-Za-z0-9._@+-]{1,120}$/;

/** Creates a user with a first password. */
export function CreateUser({ onClose }: { readonly onClose: () => void }): ReactNode {
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
