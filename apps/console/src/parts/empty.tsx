import { Center, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** One sentence and one action. */
export function Empty({ text, action }: { readonly text: string; readonly action?: ReactNode }): ReactNode {
  return (
    <Center p="xl">
      <Stack align="center" gap="sm">
        <Text c="dimmed" ta="center">
          {text}
        </Text>
        {action}
      </Stack>
    </Center>
  );
}
