import { Box, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { SmallCopy } from './copy.tsx';
import { StatusBadge } from './values.tsx';

export interface DnsRecord {
  /** The purpose: `SPF`. */
  readonly label: string;
  readonly type: string;
  readonly name: string;
  /** Undefined if another program has it. */
  readonly value: string | undefined;
  /** The result of the last check. */
  readonly status: string;
  /** What the record does, and where its value comes from. */
  readonly help: string;
}

/** Records for the DNS zone of a domain: what to put where, each with buttons that copy it. */
export function DnsRecords({ records }: { readonly records: readonly DnsRecord[] }): ReactNode {
  return (
    <Stack gap="lg">
      {records.map((record) => (
        <section key={record.label} aria-label={`${record.label} record`}>
          <Group gap="sm" mb={6}>
            <Text fw={600}>{record.label}</Text>
            <StatusBadge status={record.status} />
          </Group>
          <Text size="sm" c="dimmed" mb="xs">
            {record.help}
          </Text>
          <Box component="dl" m={0} style={{ display: 'grid', gridTemplateColumns: '60px 1fr', gap: 6 }}>
            <Line name="Type">{record.type}</Line>
            <Line name="Name">
              <Copied text={record.name} label={`${record.label} name`} />
            </Line>
            {record.value !== undefined && (
              <Line name="Value">
                <Copied text={record.value} label={`${record.label} value`} />
              </Line>
            )}
          </Box>
        </section>
      ))}
    </Stack>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" m={0}>
        {children}
      </Text>
    </>
  );
}

function Copied({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  return (
    <Group gap={4} component="span" display="inline-flex" align="center">
      <Text span ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      <SmallCopy text={text} name={`Copy the ${label}`} />
    </Group>
  );
}
