import { Center, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export interface SignedOutPageProps {
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
