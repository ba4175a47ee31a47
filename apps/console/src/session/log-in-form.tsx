import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SessionError, type Credentials } from './session-requests.ts';
import { session } from './session.ts';

/** Asks for the user and the password, and for a code if the user has a second factor. */
export function LogInForm(): ReactNode {
  const form = useForm<Required<Credentials>>({
    mode: 'uncontrolled',
    initialValues: { username: '', password: '', code: '' },
    validate: {
      username: (value) => (value === '' ? 'Enter the user name.' : null),
      password: (value) => (value === '' ? 'Enter the password.' : null),
    },
  });
  const logIn = useMutation({
    mutationFn: async (credentials: Credentials) => session.logIn(credentials),
  });
  const { error } = logIn;
  const needsCode = error instanceof SessionError && error.needsCode;
  return (
    <form onSubmit={form.onSubmit((values) => logIn.mutate(values))} noValidate>
      <Stack gap="sm">
        {error !== null && (
          <Alert color={needsCode ? 'gray' : 'red'} role="alert" variant="outline">
            {error.message}
          </Alert>
        )}
        <TextInput
          label="User name"
          autoComplete="username"
          data-autofocus
          key={form.key('username')}
          {...form.getInputProps('username')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        {needsCode && (
          <TextInput
            label="Code"
            description="Six digits of your authenticator app, or a recovery code."
            autoComplete="one-time-code"
            key={form.key('code')}
            {...form.getInputProps('code')}
          />
        )}
        <Button type="submit" loading={logIn.isPending}>
          Log in
        </Button>
      </Stack>
    </form>
  );
}
