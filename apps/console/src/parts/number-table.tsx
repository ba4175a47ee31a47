import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

export interface NumberRow {
  readonly label: string;
  readonly value: ReactNode;
  readonly isSum?: boolean;
}

export interface NumberTableProps {
  /** Names the table for screen readers. */
  readonly caption: string;
  readonly headers: readonly [label: string, value: string];
  readonly rows: readonly NumberRow[];
}

/** Labels with their numbers. */
export function NumberTable({ caption, headers, rows }: NumberTableProps): ReactNode {
  return (
    <Table maw={720} fz="sm" withTableBorder style={{ fontVariantNumeric: 'tabular-nums' }}>
      <Table.Caption hidden>{caption}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{headers[0]}</Table.Th>
          <Table.Th ta="right">{headers[1]}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ label, value, isSum = false }) => (
          <Table.Tr key={label} fw={isSum ? 600 : 400}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{label}</Table.Td>
            <Table.Td ta="right">{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
