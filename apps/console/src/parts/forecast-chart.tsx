import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { Button, Table, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { ForecastRows } from './forecast-rows.ts';
import { formatDay, formatNumber } from './format.ts';

/** They differ in lightness too, on light and dark. */
const COLORS = ['indigo.7', 'cyan.4', 'grape.8', 'lime.5', 'orange.7', 'gray.5'];
const BAR_WIDTH_MAX = 48;

export interface ForecastChartProps extends ForecastRows {
  readonly height: number;
}

/** Emails by day and account from zero, and the same numbers as a table. */
export function ForecastChart({ names, rows, height }: ForecastChartProps): ReactNode {
  const [isTable, table] = useDisclosure();
  const data = rows.map(({ date, counts }) => {
    const byName = names.map((name, index) => [name, counts[index] ?? 0] as const);
    return Object.fromEntries<string | number>([['date', formatDay(date)], ...byName]);
  });
  const numbers = <Numbers names={names} rows={rows} />;
  return (
    <>
      {isTable ? (
        <div style={{ maxHeight: height, overflow: 'auto' }} tabIndex={0} role="group" aria-label="Forecast">
          {numbers}
        </div>
      ) : (
        <>
          <div aria-hidden>
            <BarChart
              h={height}
              data={data}
              dataKey="date"
              type="stacked"
              withLegend={names.length > 1}
              series={names.map((name, index) => ({ name, color: COLORS[index] ?? 'gray.5' }))}
              valueFormatter={formatNumber}
              yAxisProps={{ allowDecimals: false, domain: [0, 'auto'] }}
              tickLine="none"
              barProps={{ isAnimationActive: false, maxBarSize: BAR_WIDTH_MAX }}
              barChartProps={{ accessibilityLayer: false }}
            />
          </div>
          <VisuallyHidden>{numbers}</VisuallyHidden>
        </>
      )}
      <Button variant="subtle" color="gray" size="compact-xs" onClick={table.toggle}>
        {isTable ? 'Show as chart' : 'Show as table'}
      </Button>
    </>
  );
}

function Numbers({ names, rows }: ForecastRows): ReactNode {
  return (
    <Table fz="sm">
      <Table.Caption hidden>Emails by day and account</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Day</Table.Th>
          {names.map((name) => (
            <Table.Th key={name} ta="right">
              {name}
            </Table.Th>
          ))}
          <Table.Th ta="right">All</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ date, planned, counts }) => (
          <Table.Tr key={date}>
            <Table.Td>{formatDay(date)}</Table.Td>
            {counts.map((count, index) => (
              <Table.Td key={names[index]} ta="right">
                {formatNumber(count)}
              </Table.Td>
            ))}
            <Table.Td ta="right">{formatNumber(planned)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
