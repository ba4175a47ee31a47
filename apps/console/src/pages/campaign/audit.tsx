import { Button, Group, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCampaignAudit } from '../../data/campaign-people.ts';
import { formatNumber, formatWord } from '../../parts/format.ts';
import { NotLoaded } from '../../parts/failure.tsx';
import { NumberTable } from '../../parts/number-table.tsx';
import { Section } from '../../parts/page.tsx';
import { StatusBadge } from '../../parts/values.tsx';

/** Whether every planned email is in exactly one state, counted again on demand. */
export function Audit({ id }: { readonly id: string }): ReactNode {
  const audit = useCampaignAudit(id);
  if (audit.data === undefined) return <NotLoaded query={audit} lines={6} />;
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
        <Section title="Differences">
          <List>
            {differences.map(({ subject, expected, observed }) => (
              <List.Item key={subject}>
                {formatWord(subject)}: {formatNumber(observed)} instead of {formatNumber(expected)}
              </List.Item>
            ))}
          </List>
        </Section>
      )}
      <NumberTable
        caption="Emails by state"
        headers={['State', 'Emails']}
        rows={Object.entries(states).map(([state, count]) => ({
          label: formatWord(state),
          value: formatNumber(count),
        }))}
      />
    </Stack>
  );
}
