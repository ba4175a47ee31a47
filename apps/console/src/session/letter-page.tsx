import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from '../parts/failure.tsx';
import { passwordError } from '../parts/password-error.ts';
import type { Letter } from './letter.ts';
import { OrganisationButton, SignedOutPage } from './signed-out-page.tsx';
import { requestAcceptance, requestReset } from './session-requests.ts';
import { session } from './session.ts';

interface Values {
  readonly username: string;
  readonly password: string;
}

const WORDS = {
  invite: { title: 'Welcome to Outreach', text: 'Choose a user name and a password.', action: 'Create user' },
  reset: {
    title: 'New password',
    text: 'Choose a new password. All other sessions end.',
    action: 'Set password',
  },
} as const;

/** The page of a link in a letter: accepts an invitation, or sets a new password. */
export function LetterPage({
  letter,
  onDone,
}: {
  readonly letter: Letter;
  readonly onDone: () => void;
}): ReactNode {
  const { kind, token } = letter;
  const { title, text, action } = WORDS[kind];
  const form = useForm<Values>({
    initialValues: { username: '', password: '' },
    validate: {
      username: (value) => (kind === 'invite' && value === '' ? 'Enter a user name.' : null),
      password: passwordError,
    },
  });
  const use = useMutation({
    mutationFn: async (values: Values) => {
      if (kind === 'reset') return requestReset(token, values.password);
      await requestAcceptance(token, values);
      return session.logIn(values);
    },
    onSuccess: onDone,
  });
  return (
    <SignedOutPage title={title} text={text}>
      <form onSubmit={form.onSubmit((values) => use.mutate(values))} noValidate>
        <Stack gap="sm">
          {use.error !== null && <Failure error={use.error} />}
          {kind === 'invite' && (
            <TextInput
              label="User name"
              autoComplete="username"
              data-autofocus
              {...form.getInputProps('username')}
            />
          )}
          <PasswordInput label="Password" autoComplete="new-password" {...form.getInputProps('password')} />
          <Button type="submit" loading={use.isPending}>
            {action}
          </Button>
        </Stack>
      </form>
      {/* The identity provider finds the invitation by its address. */}
      {kind === 'invite' && <OrganisationButton />}
    </SignedOutPage>
  );
}
