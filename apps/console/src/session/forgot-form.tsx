import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from '../parts/failure.tsx';
import { requestResetLetter } from './session-requests.ts';

/** Asks for a letter with a link to a new password. The answer is the same for every user name. */
export function ForgotForm({ onBack }: { readonly onBack: () => void }): ReactNode {
  const form = useForm({
    initialValues: { username: '' },
    validate: { username: (value) => (value === '' ? 'Enter the user name.' : null) },
  });
  const request = useMutation({ mutationFn: requestResetLetter });
  return (
    <form onSubmit={form.onSubmit(({ username }) => request.mutate(username))} noValidate>
      <Stack gap="sm">
        {request.error !== null && <Failure error={request.error} />}
        {request.isSuccess ? (
          <Text role="status">If this user exists and has an email address, a letter is on its way.</Text>
        ) : (
          <>
            <TextInput
              label="User name"
              autoComplete="username"
              data-autofocus
              {...form.getInputProps('username')}
            />
            <Button type="submit" loading={request.isPending}>
              Send letter
            </Button>
          </>
        )}
        <Button variant="subtle" onClick={onBack}>
          Back to log-in
        </Button>
      </Stack>
    </form>
  );
}
