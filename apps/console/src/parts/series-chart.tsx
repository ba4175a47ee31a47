import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { Button, Table, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { formatNumber } from './format.ts';

/** They differ in lightness too, on light and dark. */
const COLORS = ['indigo.7', 'cyan.4', 'grape.8', 'lime.5', 'orange.7', 'gray.5'];
const ONE_COLOR = 'var(--mantine-primary-color-filled)';
const BAR_WIDTH_MAX = 48;

export interface SeriesChartProps {
  /** Names the table for screen readers. */
  readonly label: string;
  /** What a row is: `Day`. */
  readonly head: string;
  /** One per series. */
  readonly names: readonly string[];
  readonly rows: readonly SeriesRow[];
  readonly height: number;
}

export interface SeriesRow {
  readonly label: string;
  /** One per series. */
  readonly values: readonly number[];
  /** Only in the table. */
  readonly total?: number;
}

/** Numbers as stacked bars from zero, and the same numbers as a table. */
export function SeriesChart(props: SeriesChartProps): ReactNode {
  const { label, names, rows, height } = props;
  const [isTable, table] = useDisclosure();
  const data = rows.map(({ label: row, values }) => {
    const byName = names.map((name, index) => [name, values[index] ?? 0] as const);
    return Object.fromEntries<string | number>([['row', row], ...byName]);
  });
  return (
    <>
      {isTable ? (
        <div style={{ maxHeight: height, overflow: 'auto' }} tabIndex={0} role="group" aria-label={label}>
          <Numbers {...props} />
        </div>
      ) : (
        <>
          <div aria-hidden>
            <BarChart
              h={height}
              data={data}
              dataKey="row"
              type="stacked"
              withLegend={names.length > 1}
              series={names.map((name, index) => ({
                name,
                color: names.length === 1 ? ONE_COLOR : (COLORS[index] ?? 'gray.5'),
              }))}
              valueFormatter={formatNumber}
              yAxisProps={{ allowDecimals: false, domain: [0, 'auto'] }}
              tickLine="none"
              barProps={{ isAnimationActive: false, maxBarSize: BAR_WIDTH_MAX }}
              barChartProps={{ accessibilityLayer: false }}
            />
          </div>
          <VisuallyHidden>
            <Numbers {...props} />
          </VisuallyHidden>
        </>
      )}
      <Button variant="subtle" color="gray" size="compact-xs" onClick={table.toggle}>
        {isTable ? 'Show as chart' : 'Show as table'}
      </Button>
    </>
  );
}

function Numbers({ label, head, names, rows }: SeriesChartProps): ReactNode {
  const hasTotals = rows.some(({ total }) => total !== undefined);
  return (
    <Table fz="sm">
      <Table.Caption hidden>{label}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{head}</Table.Th>
          {[...names, ...(hasTotals ? ['All'] : [])].map((name) => (
            <Table.Th key={name} ta="right">
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ label: row, values, total }, position) => (
          <Table.Tr key={position}>
            <Table.Td>{row}</Table.Td>
            {[...values, ...(total === undefined ? [] : [total])].map((value, index) => (
              <Table.Td key={names[index] ?? 'All'} ta="right">
                {formatNumber(value)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
