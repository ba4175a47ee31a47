import { ScrollArea, Table } from '@mantine/core';
import type { Schema } from '@outreach/client';
import type { ReactNode } from 'react';
import { useCampaignSteps } from '../../data/campaigns.ts';
import { formatNumber, formatRate } from '../../parts/format.ts';
import { NotLoaded } from '../../parts/failure.tsx';
import { Rate } from '../../parts/values.tsx';
import { Section } from '../../parts/page.tsx';

type Step = Schema<'StepAnalytics'>['data'][number];

/** The steps of a campaign, and their variants with the probability of being the best. */
export function StepTable({ id }: { readonly id: string }): ReactNode {
  const steps = useCampaignSteps(id);
  if (steps.data === undefined) return <NotLoaded query={steps} lines={3} />;
  return (
    <Section title="Steps">
      <ScrollArea viewportProps={{ tabIndex: 0, 'aria-label': 'Steps' }}>
        <Table fz="sm" miw={560} style={{ fontVariantNumeric: 'tabular-nums' }}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Step</Table.Th>
              {['Sent', 'Opened', 'Replied', 'Bounced', 'Best'].map((header) => (
                <Table.Th key={header} ta="right" w={90}>
                  {header}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {steps.data.data.flatMap((step) => [
              <Row
                key={step.step_id}
                label={`${step.step_number}. ${step.subject ?? 'Reply in the thread'}`}
                numbers={step}
              />,
              ...step.variants.map((variant) => (
                <Row
                  key={variant.variant_id}
                  label={`Variant ${variant.label} · weight ${variant.weight}`}
                  numbers={variant}
                  isVariant
                  best={variant.probability_best}
                />
              )),
            ])}
          </Table.Tbody>
        </Table>
      </ScrollArea>
    </Section>
  );
}

interface RowProps {
  readonly label: string;
  readonly numbers: Step | Step['variants'][number];
  readonly isVariant?: boolean;
  readonly best?: number | null;
}

function Row({ label, numbers, isVariant = false, best = null }: RowProps): ReactNode {
  const { sent, delivered } = numbers;
  return (
    <Table.Tr>
      <Table.Td pl={isVariant ? 32 : 10}>{label}</Table.Td>
      <Table.Td ta="right">{formatNumber(sent)}</Table.Td>
      <Table.Td ta="right">
        <Rate rate={numbers.open_rate} count={numbers.opened} of={delivered} />
      </Table.Td>
      <Table.Td ta="right">
        <Rate rate={numbers.reply_rate} count={numbers.replied} of={delivered} />
      </Table.Td>
      <Table.Td ta="right">
        <Rate rate={numbers.bounce_rate} count={numbers.bounced} of={sent} />
      </Table.Td>
      <Table.Td ta="right">{best === null ? '' : formatRate(best)}</Table.Td>
    </Table.Tr>
  );
}
