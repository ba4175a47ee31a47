import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAudienceCounts, type Audience } from '../../data/audience.ts';
import { Failure } from '../../parts/failure.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Loading } from '../../parts/loading.tsx';

const COUNT_HEIGHT = 150;

/** The contacts in, and the contacts out by reason. */
export function AudienceCount({ audience }: { readonly audience: Audience }): ReactNode {
  const counts = useAudienceCounts(audience);
  if (counts.isPending) return <Loading lines={3} height={34} />;
  if (counts.isError) return <Failure error={counts.error} retry={() => void counts.refetch()} />;
  const { matching, invalid, risky, isEstimated } = counts.data;
  const about = isEstimated ? 'about ' : '';
  const rows = [
    ['Match the filter', matching],
    ['Out: invalid address', -invalid],
    ['Out: risky or catch-all address', -risky],
    ['In', matching - invalid - risky],
  ] as const;
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
            <Table.Tr key={label} fw={label === 'In' ? 600 : 400}>
              <Table.Td>{label}</Table.Td>
              <Table.Td ta="right">
                {about}
                {formatNumber(count === 0 ? 0 : count)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed" mt={4}>
        Suppressed addresses are left out when the contacts are enrolled.
      </Text>
    </section>
  );
}
