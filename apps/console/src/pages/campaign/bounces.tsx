import { ScrollArea, Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useBounces, type BounceAnalytics } from '../../data/campaign-people.ts';
import { Empty } from '../../parts/empty.tsx';
import { formatNumber, formatRate, formatWord } from '../../parts/format.ts';
import { NotLoaded } from '../../parts/failure.tsx';
import { Rate } from '../../parts/values.tsx';

type Class = BounceAnalytics['data'][number];

/** The bounces by their class, with the most frequent answers of the servers. */
export function Bounces({ id }: { readonly id: string }): ReactNode {
  const bounces = useBounces(id);
  if (bounces.data === undefined) return <NotLoaded query={bounces} lines={6} />;
  const { total_bounced: total, bounce_rate: rate, data } = bounces.data;
  if (data.length === 0) return <Empty text="No email has bounced." />;
  return (
    <Stack p="md" gap="md">
      <Text>
        {formatNumber(total)} bounced, {formatRate(rate)} of the emails sent.
      </Text>
      <ScrollArea viewportProps={{ tabIndex: 0, 'aria-label': 'Bounces', role: 'group' }}>
        <Table fz="sm" miw={720} style={{ fontVariantNumeric: 'tabular-nums' }}>
          <Table.Caption hidden>Bounces by class</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={170}>Class</Table.Th>
              <Table.Th w={80}>Type</Table.Th>
              <Table.Th w={80} ta="right">
                Emails
              </Table.Th>
              <Table.Th w={90} ta="right">
                Share
              </Table.Th>
              <Table.Th>Answers of the servers</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((one) => (
              <Table.Tr key={`${one.classification} ${one.type}`} style={{ verticalAlign: 'top' }}>
                <Table.Td>{formatWord(one.classification)}</Table.Td>
                <Table.Td>{formatWord(one.type)}</Table.Td>
                <Table.Td ta="right">{formatNumber(one.count)}</Table.Td>
                <Table.Td ta="right">
                  <Rate rate={one.share} count={one.count} of={total} />
                </Table.Td>
                <Table.Td>
                  <Samples samples={one.sample_codes} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
    </Stack>
  );
}

function Samples({ samples }: { readonly samples: Class['sample_codes'] }): ReactNode {
  return (
    <Stack gap={6}>
      {samples.map(({ smtp_code, enhanced_code, count, sample }) => (
        <div key={`${smtp_code} ${enhanced_code} ${sample}`}>
          <Text span ff="monospace" size="sm" fw={600}>
            {[smtp_code, enhanced_code].filter((code) => code !== null).join(' ')}
          </Text>
          <Text span c="dimmed" size="sm">
            {' '}
            × {formatNumber(count)}
          </Text>
          <Text ff="monospace" size="xs" style={{ overflowWrap: 'anywhere' }}>
            {sample}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
