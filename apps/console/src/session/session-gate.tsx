import { Alert, Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Fragment, useState, type ReactNode } from 'react';
import { queryClient } from '../data/query-client.ts';
import { Failure } from '../parts/failure.tsx';
import { forgetOthers } from './forget-others.ts';
import { LetterPage } from './letter-page.tsx';
import { letterAt } from './letter.ts';
import { logInErrorAt } from './log-in-error.ts';
import { LogInForm } from './log-in-form.tsx';
import { OrganisationButton, SignedOutPage } from './signed-out-page.tsx';
import { requestResetLetter } from './session-requests.ts';
import { session, useSession } from './session.ts';

const openedBy = letterAt(location);
// The token stays in memory: neither the history nor a shared address has it.
const logInError = logInErrorAt(location);
if (openedBy !== undefined || logInError !== undefined) history.replaceState(null, '', '/console/');

void session.resume();

/** Shows the pages to a user who is logged in. After a lost session the page stays below the form, with its inputs. */
export function SessionGate({ children }: { readonly children: ReactNode }): ReactNode {
  const { status } = useSession();
  const [letter, setLetter] = useState(openedBy);
  if (letter !== undefined) return <LetterPage letter={letter} onDone={() => setLetter(undefined)} />;
  if (status === 'unknown') return null;
  if (status === 'out') return <LogInPage />;
  return (
    <>
      {/* Pages of another user begin anew. */}
      <Fragment key={pageUser.current()}>{children}</Fragment>
      <Modal
        opened={status === 'lost'}
        onClose={() => undefined}
        withCloseButton={false}
        title="The session has ended. Log in to continue."
      >
        <Stack gap="sm">
          <LogInForm />
          <OrganisationButton />
        </Stack>
      </Modal>
    </>
  );
}

function LogInPage(): ReactNode {
  const [hasForgotten, setHasForgotten] = useState(false);
  if (hasForgotten)
    return (
      <SignedOutPage title="Forgotten password" text="A letter with a link goes to your email address.">
        <ForgotForm onBack={() => setHasForgotten(false)} />
      </SignedOutPage>
    );
  return (
    <SignedOutPage title="Outreach" text="Log in to your workspace.">
      {logInError !== undefined && (
        <Alert color="red" role="alert" variant="outline">
          {logInError}
        </Alert>
      )}
      <LogInForm />
      <OrganisationButton />
      <Button variant="subtle" onClick={() => setHasForgotten(true)}>
        Forgotten password
      </Button>
    </SignedOutPage>
  );
}

/** The user whose pages are shown. */
const pageUser = forgetOthers(session, sessionStorage, () => {
  queryClient.clear();
  sessionStorage.clear();
});

/** Asks for a letter with a link to a new password. The answer is the same for every user name. */
function ForgotForm({ onBack }: { readonly onBack: () => void }): ReactNode {
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
