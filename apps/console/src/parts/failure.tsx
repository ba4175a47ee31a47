import { Alert, Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { OutreachError } from '@outreach/client';
import { useState, type ReactNode } from 'react';

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

interface NotLoadedProps extends LoadingProps {
  readonly query: { readonly error: Error | null; readonly refetch: () => unknown };
}

/** In place of a view whose data is on its way or could not be loaded. */
export function NotLoaded({ query, ...size }: NotLoadedProps): ReactNode {
  if (query.error === null) return <Loading {...size} />;
  return (
    <Box p="md">
      <Failure error={query.error} retry={() => void query.refetch()} />
    </Box>
  );
}

const DELAY_MS = 150;

interface LoadingProps {
  readonly lines: number;
  readonly height?: number;
}

/** Lines in place of content that is on its way; nothing at first, so that fast answers do not flicker. */
export function Loading({ lines, height = 20 }: LoadingProps): ReactNode {
  const [isLate, setIsLate] = useState(false);
  useTimeout(() => setIsLate(true), DELAY_MS, { autoInvoke: true });
  return (
    <Stack gap={16} p="md" aria-busy role="status" aria-label="Loading" mih={lines * (height + 16)}>
      {isLate && Array.from({ length: lines }, (_, index) => <Skeleton key={index} height={height} />)}
    </Stack>
  );
}
