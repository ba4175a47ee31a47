import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { session } from './session.ts';

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Asks for the user and the password. */
export function LogInForm(): ReactNode {
  const form = useForm<Credentials>({
    mode: 'uncontrolled',
    initialValues: { username: '', password: '' },
    validate: {
      username: (value) => (value === '' ? 'Enter the user name.' : null),
      password: (value) => (value === '' ? 'Enter the password.' : null),
    },
  });
  const logIn = useMutation({
    mutationFn: async ({ username, password }: Credentials) => session.logIn(username, password),
  });
  return (
    <form onSubmit={form.onSubmit((values) => logIn.mutate(values))} noValidate>
      <Stack gap="sm">
        {logIn.error !== null && (
          <Alert color="red" role="alert" variant="outline">
            {logIn.error.message}
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
        <Button type="submit" loading={logIn.isPending}>
          Log in
        </Button>
      </Stack>
    </form>
  );
}
