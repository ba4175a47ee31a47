import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber } from '../../parts/format.ts';

const COUNT_HEIGHT = 150;

export interface AudienceTableProps {
  /** Labels with their numbers; the last row is the result. */
  readonly rows: readonly (readonly [label: string, count: number])[];
  readonly isEstimated: boolean;
  readonly children?: ReactNode;
}

/** The contacts in, and the contacts out by reason. */
export function AudienceTable({ rows, isEstimated, children }: AudienceTableProps): ReactNode {
  const last = rows.at(-1)?.[0];
  return (
    <section aria-label="Contacts" style={{ minHeight: COUNT_HEIGHT }} aria-live="polite">
      <Table fz="sm" withTableBorder style={{ fontVariantNumeric: 'tabular-nums' }}>
        <Table.Caption hidden>Contacts of the audience</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Contacts</Table.Th>
            <Table.Th ta="right">Number</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([label, count]) => (
            <Table.Tr key={label} fw={label === last ? 600 : 400}>
              <Table.Td>{label}</Table.Td>
              <Table.Td ta="right">{describe(count, isEstimated)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {children}
    </section>
  );
}

function describe(count: number, isEstimated: boolean): string {
  if (count === 0) return isEstimated ? 'none in the sample' : '0';
  return `${isEstimated ? 'about ' : ''}${formatNumber(count)}`;
}
