import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { Button, Table, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { formatNumber, formatPeriod } from './format.ts';

const BAR_WIDTH_MAX = 48;

export interface TimeChartProps {
  readonly label: string;
  readonly points: readonly { readonly period: string; readonly value: number }[];
  /** Without it a period is a text that is shown as it is. */
  readonly granularity?: 'hour' | 'day' | 'week';
  readonly height: number;
}

/** One metric over time from zero, and the same numbers as a table. */
export function TimeChart({ label, points, granularity, height }: TimeChartProps): ReactNode {
  const [isTable, table] = useDisclosure();
  const given = granularity === undefined ? {} : { granularity };
  const data = points.map(({ period, value }) => ({
    period: periodText(period, granularity),
    [label]: value,
  }));
  return (
    <>
      {isTable ? (
        <div style={{ maxHeight: height, overflow: 'auto' }} tabIndex={0} role="group" aria-label={label}>
          <Numbers label={label} points={points} {...given} />
        </div>
      ) : (
        <>
          <div aria-hidden>
            <BarChart
              h={height}
              data={data}
              dataKey="period"
              series={[{ name: label, color: 'var(--mantine-primary-color-filled)' }]}
              valueFormatter={formatNumber}
              yAxisProps={{ allowDecimals: false, domain: [0, 'auto'] }}
              tickLine="none"
              barProps={{ isAnimationActive: false, maxBarSize: BAR_WIDTH_MAX }}
              barChartProps={{ accessibilityLayer: false }}
            />
          </div>
          <VisuallyHidden>
            <Numbers label={label} points={points} {...given} />
          </VisuallyHidden>
        </>
      )}
      <Button variant="subtle" color="gray" size="compact-xs" onClick={table.toggle}>
        {isTable ? 'Show as chart' : 'Show as table'}
      </Button>
    </>
  );
}

function periodText(period: string, granularity: TimeChartProps['granularity']): string {
  return granularity === undefined ? period : formatPeriod(period, granularity);
}

function Numbers({ label, points, granularity }: Omit<TimeChartProps, 'height'>): ReactNode {
  return (
    <Table fz="sm">
      <Table.Caption hidden>{label} over time</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Period</Table.Th>
          <Table.Th ta="right">{label}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {points.map(({ period, value }) => (
          <Table.Tr key={period}>
            <Table.Td>{periodText(period, granularity)}</Table.Td>
            <Table.Td ta="right">{formatNumber(value)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
