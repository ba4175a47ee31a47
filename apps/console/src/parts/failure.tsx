import { Alert, Button, Group, Text } from '@mantine/core';
import { OutreachError } from '@outreach/client';
import type { ReactNode } from 'react';

/** What failed in the words of the API, the id of the request, and the way out. */
export function Failure({ error, retry }: { readonly error: Error; readonly retry?: () => void }): ReactNode {
  const requestId = error instanceof OutreachError ? error.requestId : undefined;
  const wait = error instanceof OutreachError ? error.retryAfterSeconds : undefined;
  return (
    <Alert color="red" variant="outline" role="alert" my="sm">
      <Text>{error.message}</Text>
      {wait !== undefined && <Text c="dimmed">Try again in {wait} seconds.</Text>}
      <Group justify="space-between" mt={4}>
        {requestId !== undefined && (
          <Text size="xs" c="dimmed" ff="monospace">
            {requestId}
          </Text>
        )}
        {retry !== undefined && (
          <Button variant="default" onClick={retry}>
            Retry
          </Button>
        )}
      </Group>
    </Alert>
  );
}
