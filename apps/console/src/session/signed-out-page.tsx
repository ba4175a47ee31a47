import { Button, Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { requestLogInMethods } from './session-requests.ts';

interface SignedOutPageProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** A page for people who are not logged in. */
export function SignedOutPage({ title, text, children }: SignedOutPageProps): ReactNode {
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="xl" w={360} maw="100%">
        <Stack gap="lg">
          <div>
            <Title order={1} size="h3">
              {title}
            </Title>
            <Text c="dimmed">{text}</Text>
          </div>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}

/** Leads to the identity provider of the installation, if it has one. */
export function OrganisationButton(): ReactNode {
  const { data } = useQuery({ queryKey: ['log-in-methods'], queryFn: requestLogInMethods });
  if (data?.oidc !== true) return null;
  return (
    <Button variant="default" component="a" href="/api/v1/auth/oidc/start/?console=true">
      Log in with your organisation
    </Button>
  );
}
