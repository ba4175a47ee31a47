import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAccountHealth, type AccountHealth } from '../../data/accounts.ts';
import { formatNumber, formatRate, formatWord } from '../../parts/format.ts';
import { NotLoaded } from '../../parts/failure.tsx';
import { Section } from '../../parts/page.tsx';

type Factor = AccountHealth['factors'][number];

/** A rate, or whether the trouble is there. */
function observedText({ factor, observed }: Factor): string {
  if (factor.endsWith('_rate')) return formatRate(observed);
  return observed > 0 ? 'Yes' : 'No';
}

/** The score of an account and what it lost. */
export function HealthView({ id }: { readonly id: string }): ReactNode {
  const health = useAccountHealth(id);
  if (health.data === undefined) return <NotLoaded query={health} lines={6} />;
  const { health_score, sent_14d, hard_bounced_14d, complaints_14d, factors } = health.data;
  return (
    <Section title="Health">
      <Text mb="xs">
        {formatNumber(health_score)} of 100, from {formatNumber(sent_14d)} emails of the last 14 days:{' '}
        {formatNumber(hard_bounced_14d)} bounced, {formatNumber(complaints_14d)} reported as spam.
      </Text>
      <Table fz="sm">
        <Table.Caption hidden>Deductions from 100</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th fw={500}>Factor</Table.Th>
            <Table.Th fw={500} ta="right">
              Observed
            </Table.Th>
            <Table.Th fw={500} ta="right">
              Points
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody style={{ fontVariantNumeric: 'tabular-nums' }}>
          {factors.map((factor) => (
            <Table.Tr key={factor.factor}>
              <Table.Td>{formatWord(factor.factor)}</Table.Td>
              <Table.Td ta="right">{observedText(factor)}</Table.Td>
              <Table.Td ta="right">
                {factor.penalty === 0 ? '0' : `−${formatNumber(factor.penalty)}`}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}
