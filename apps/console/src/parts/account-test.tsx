import { Group, Stack, Text } from '@mantine/core';
import type { Schema } from '@outreach/client';
import type { ReactNode } from 'react';
import { formatNumber } from './format.ts';
import { StatusBadge } from './values.tsx';

/** The result of a connection to the servers of a sending account. */
export function AccountTestResult({ test }: { readonly test: Schema<'SendingAccountTest'> }): ReactNode {
  const servers = [
    ['SMTP', test.smtp],
    ['IMAP', test.imap],
  ] as const;
  return (
    <Stack gap={6} role="status">
      {servers.map(([name, result]) =>
        result === null ? null : (
          <Group key={name} gap="sm">
            <Text span fw={600} w={50}>
              {name}
            </Text>
            <StatusBadge status={result.success ? 'success' : 'failed'} />
            <Text span c="dimmed">
              {formatNumber(result.latency_ms)} ms
            </Text>
            {result.error !== null && <Text span>{result.error}</Text>}
          </Group>
        ),
      )}
    </Stack>
  );
}
