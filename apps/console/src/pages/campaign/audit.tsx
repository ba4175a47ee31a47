import { Box, Button, Group, List, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCampaignAudit } from '../../data/campaign-people.ts';
import { Failure } from '../../parts/failure.tsx';
import { formatNumber, formatWord } from '../../parts/format.ts';
import { Loading } from '../../parts/loading.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';

/** Whether every planned email is in exactly one state, counted again on demand. */
export function Audit({ id }: { readonly id: string }): ReactNode {
  const audit = useCampaignAudit(id);
  if (audit.isPending) return <Loading lines={6} />;
  if (audit.isLoadingError)
    return (
      <Box p="md">
        <Failure error={audit.error} retry={() => void audit.refetch()} />
      </Box>
    );
  const { balanced, planned, states, differences } = audit.data;
  return (
    <Stack p="md" gap="md" maw={640}>
      <Group justify="space-between">
        <Group gap="sm">
          <StatusBadge status={balanced ? 'pass' : 'fail'} />
          <Text>
            {balanced
              ? `Each of ${formatNumber(planned)} planned emails is in one state.`
              : 'The emails and the enrollments do not agree.'}
          </Text>
        </Group>
        <Button variant="default" loading={audit.isFetching} onClick={() => void audit.refetch()}>
          Count again
        </Button>
      </Group>
      {differences.length > 0 && (
        <section aria-label="Differences">
          <Title order={2} mb="xs">
            Differences
          </Title>
          <List>
            {differences.map(({ subject, expected, observed }) => (
              <List.Item key={subject}>
                {formatWord(subject)}: {formatNumber(observed)} instead of {formatNumber(expected)}
              </List.Item>
            ))}
          </List>
        </section>
      )}
      <Table fz="sm" withTableBorder style={{ fontVariantNumeric: 'tabular-nums' }}>
        <Table.Caption hidden>Emails by state</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>State</Table.Th>
            <Table.Th ta="right">Emails</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.entries(states).map(([state, count]) => (
            <Table.Tr key={state}>
              <Table.Td>{formatWord(state)}</Table.Td>
              <Table.Td ta="right">{formatNumber(count)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
