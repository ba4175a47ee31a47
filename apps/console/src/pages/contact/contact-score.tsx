import { Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ScoredContact } from '../../data/contacts.ts';
import { describeFilter } from '../../parts/filter-values.ts';
import { formatNumber } from '../../parts/format.ts';

/** The score of a contact, and why: the rules that it meets and the points of its reactions. */
export function ContactScore({ contact }: { readonly contact: ScoredContact }): ReactNode {
  const { lead_score, grade, icp_tier, score_breakdown: parts } = contact;
  return (
    <section aria-label="Score">
      <Title order={2} mb="xs">
        Score
      </Title>
      <Text mb="xs">
        {lead_score} of 100, grade {grade}
        {icp_tier === null ? '' : `, tier ${icp_tier}`}
      </Text>
      <Table fz="sm" maw={520} style={{ fontVariantNumeric: 'tabular-nums' }}>
        <Table.Caption hidden>Parts of the score</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Reason</Table.Th>
            <Table.Th ta="right">Points</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {parts.rules.map((rule, index) => (
            <Part key={index} reason={describeFilter(rule)} points={rule.points} />
          ))}
          <Part reason="Fit: the rules that are met, 70 % of the score" points={parts.fit} isSum />
          <Part reason="Reactions to emails, 30 % of the score" points={parts.engagement} isSum />
        </Table.Tbody>
      </Table>
    </section>
  );
}

interface PartProps {
  readonly reason: string;
  readonly points: number;
  /** True for a part from 0 to 100. */
  readonly isSum?: boolean;
}

function Part({ reason, points, isSum = false }: PartProps): ReactNode {
  return (
    <Table.Tr fw={isSum ? 600 : 400}>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{reason}</Table.Td>
      <Table.Td ta="right">
        {isSum || points < 0 ? '' : '+'}
        {formatNumber(points)}
      </Table.Td>
    </Table.Tr>
  );
}
