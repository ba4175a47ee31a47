import { Center, Modal, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { LogInForm } from './log-in-form.tsx';
import { session } from './session.ts';
import { useSession } from './use-session.ts';

void session.resume();

/** Shows the pages to a user who is logged in. After a lost session the page stays below the form, with its inputs. */
export function SessionGate({ children }: { readonly children: ReactNode }): ReactNode {
  const { status } = useSession();
  if (status === 'unknown') return null;
  if (status === 'out') return <LogInPage />;
  return (
    <>
      {children}
      <Modal
        opened={status === 'lost'}
        onClose={() => undefined}
        withCloseButton={false}
        title="The session has ended. Log in to continue."
        centered
      >
        <LogInForm />
      </Modal>
    </>
  );
}

function LogInPage(): ReactNode {
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="xl" w={360} maw="100%">
        <Stack gap="lg">
          <div>
            <Title order={1} size="h3">
              Outreach
            </Title>
            <Text c="dimmed">Log in to your workspace.</Text>
          </div>
          <LogInForm />
        </Stack>
      </Paper>
    </Center>
  );
}
