import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ScoredContact } from '../../data/contacts.ts';
import { describeFilter } from '../../parts/filter-values.ts';
import { formatNumber } from '../../parts/format.ts';
import { NumberTable } from '../../parts/number-table.tsx';
import { Section } from '../../parts/section.tsx';

/** The score of a contact, and why: the rules that it meets and the points of its reactions. */
export function ContactScore({ contact }: { readonly contact: ScoredContact }): ReactNode {
  const { lead_score, grade, icp_tier, score_breakdown: parts } = contact;
  const rules = parts.rules.map((rule) => ({
    label: describeFilter(rule),
    value: `${rule.points < 0 ? '' : '+'}${formatNumber(rule.points)}`,
  }));
  const sums = [
    ['Fit: the rules that are met, 70 % of the score', parts.fit] as const,
    ['Reactions to emails, 30 % of the score', parts.engagement] as const,
  ].map(([label, points]) => ({ label, value: formatNumber(points), isSum: true }));
  return (
    <Section title="Score">
      <Text mb="xs">
        {lead_score} of 100, grade {grade}
        {icp_tier === null ? '' : `, tier ${icp_tier}`}
      </Text>
      <NumberTable caption="Parts of the score" headers={['Reason', 'Points']} rows={[...rules, ...sums]} />
    </Section>
  );
}
