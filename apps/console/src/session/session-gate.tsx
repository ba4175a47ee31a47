import { Alert, Button, Modal, Stack } from '@mantine/core';
import { Fragment, useState, type ReactNode } from 'react';
import { ForgotForm } from './forgot-form.tsx';
import { LetterPage } from './letter-page.tsx';
import { letterAt } from './letter.ts';
import { logInErrorAt } from './log-in-error.ts';
import { LogInForm } from './log-in-form.tsx';
import { OrganisationButton } from './organisation-button.tsx';
import { pageUser } from './page-user.ts';
import { session } from './session.ts';
import { SignedOutPage } from './signed-out-page.tsx';
import { useSession } from './use-session.ts';

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
