import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useErrorFile, useImportErrors, type ImportRowError } from '../../data/imports.ts';
import { ApiButton } from '../../parts/api-button.tsx';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { Failure } from '../../parts/failure.tsx';
import { formatNumber, formatWord } from '../../parts/format.ts';
import { saveFile } from '../../parts/save-file.ts';
import { reasonCounts } from './reason-counts.ts';

const COLUMNS: readonly Column<ImportRowError>[] = [
  { header: 'Row', width: 80, isNumber: true, cell: ({ row_number }) => formatNumber(row_number) },
  { header: 'Email', cell: ({ email }) => email ?? '' },
  { header: 'Column', width: 140, from: 'md', cell: ({ column }) => column ?? '' },
  { header: 'Reason', width: 160, cell: ({ code }) => formatWord(code) },
  { header: 'Message', from: 'md', cell: ({ message }) => <span title={message}>{message}</span> },
];

/** The rows that changed no contact, by reason, and as a file that can be corrected and imported again. */
export function FailedRows({ id, fileName }: { readonly id: string; readonly fileName: string }): ReactNode {
  const list = useImportErrors(id);
  const file = useErrorFile(id);
  const reasons = reasonCounts(list.items);
  return (
    <Stack component="section" gap="xs" aria-label="Failed rows">
      <Group justify="space-between" mih={30}>
        <Title order={2}>Rows that changed no contact</Title>
        <Group gap="xs">
          <ApiButton
            request={() => ({ path: '/api/v1/imports/{import_id}/errors/', params: { import_id: id } })}
          />
          <Button
            variant="default"
            loading={file.isPending}
            onClick={() =>
              file.mutate(undefined, { onSuccess: (blob) => saveFile(blob, `failed-${fileName}`) })
            }
          >
            Download failed rows
          </Button>
        </Group>
      </Group>
      {file.error !== null && <Failure error={file.error} />}
      {reasons.length > 0 && (
        <Text>
          {list.hasMore && `Of the first ${formatNumber(list.items.length)}: `}
          {reasons.map(({ code, count }) => `${formatWord(code)} ${formatNumber(count)}`).join(' · ')}
        </Text>
      )}
      <DataList
        label="Rows that changed no contact"
        list={list}
        columns={COLUMNS}
        empty="All rows were imported."
      />
    </Stack>
  );
}
