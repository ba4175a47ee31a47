import { Box, Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import {
  isRunning,
  useCancelImport,
  useErrorFile,
  useImport,
  useImportErrors,
  type ImportJob,
  type ImportRowError,
} from '../../data/imports.ts';
import { ApiButton } from '../../parts/api-button.tsx';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { Confirm } from '../../parts/dialogs.tsx';
import { Failure, NotLoaded } from '../../parts/failure.tsx';
import { formatNumber, formatWord } from '../../parts/format.ts';
import { PageLink } from '../../parts/link.tsx';
import { NumberTable } from '../../parts/number-table.tsx';
import { Page } from '../../parts/page.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { StatusBadge } from '../../parts/values.tsx';
import { useCan } from '../../session/session.ts';
import { reasonCounts } from './reason-counts.ts';

const route = getRouteApi('/contacts/imports/$importId');
const PERCENT = 100;

const OUTCOMES = [
  ['created_count', 'Created'],
  ['updated_count', 'Updated'],
  ['unchanged_count', 'Unchanged'],
  ['skipped_count', 'Skipped: in the workspace already'],
  ['suppressed_count', 'Suppressed'],
  ['conflict_count', 'In conflict with another contact'],
  ['error_count', 'Failed'],
] as const satisfies readonly (readonly [keyof ImportJob, string])[];

/** An import: its progress by rows, then its outcome and the rows that failed. */
export function ImportJobPage(): ReactNode {
  const { importId } = route.useParams();
  const job = useImport(importId);
  const canWrite = useCan('contacts:write');
  if (job.data === undefined) return <NotLoaded query={job} lines={10} />;
  const { data } = job;
  const failed = data.error_count + data.suppressed_count + data.conflict_count + data.skipped_count;
  return (
    <Page
      title={`Import of ${data.file_name}`}
      status={<StatusBadge status={data.status} />}
      actions={
        isRunning(data) ? (
          canWrite && <CancelImport job={data} />
        ) : (
          <>
            {data.status === 'failed' && canWrite && (
              <PageLink to="/contacts/import">Import another file</PageLink>
            )}
            <PageLink to="/contacts">See contacts</PageLink>
          </>
        )
      }
    >
      <Stack p="md" gap="lg">
        <RowProgress job={data} />
        {data.error !== null && <Text c="error">{data.error}</Text>}
        <Outcome job={data} />
        {!isRunning(data) && failed > 0 && <FailedRows id={importId} fileName={data.file_name} />}
      </Stack>
    </Page>
  );
}

function RowProgress({ job }: { readonly job: ImportJob }): ReactNode {
  const { processed_rows: processed, total_rows: total, progress } = job;
  return (
    <Box maw={720} role="status">
      <Text mb={6} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {total === 0 && isRunning(job)
          ? 'The rows are being counted.'
          : `${formatNumber(processed)} of ${formatNumber(total)} rows`}
      </Text>
      <Progress value={progress * PERCENT} aria-label="Rows of the import" />
    </Box>
  );
}

function Outcome({ job }: { readonly job: ImportJob }): ReactNode {
  const rows = OUTCOMES.map(([name, label]) => ({ label, value: formatNumber(job[name]) }));
  const tags = job.default_tags.map(formatWord).join(', ');
  return (
    <NumberTable
      caption="Rows by outcome"
      headers={['Outcome', 'Rows']}
      rows={tags === '' ? rows : [...rows, { label: 'Tags', value: tags }]}
    />
  );
}

function CancelImport({ job }: { readonly job: ImportJob }): ReactNode {
  const [isAsked, setIsAsked] = useState(false);
  const cancel = useCancelImport(job.id);
  const close = (): void => setIsAsked(false);
  const left = formatNumber(job.total_rows - job.processed_rows);
  return (
    <>
      <Button variant="default" onClick={() => setIsAsked(true)}>
        Cancel import
      </Button>
      {isAsked && (
        <Confirm
          onClose={close}
          action="Cancel import"
          effect={`${left} rows are not imported. Rows that are imported already stay.`}
          change={cancel}
          onConfirm={() => cancel.mutate(undefined, { onSuccess: close })}
        />
      )}
    </>
  );
}

const COLUMNS: readonly Column<ImportRowError>[] = [
  { header: 'Row', width: 80, isNumber: true, cell: ({ row_number }) => formatNumber(row_number) },
  { header: 'Email', cell: ({ email }) => email ?? '' },
  { header: 'Column', width: 140, from: 'md', cell: ({ column }) => column ?? '' },
  { header: 'Reason', width: 160, cell: ({ code }) => formatWord(code) },
  { header: 'Message', from: 'md', cell: ({ message }) => <span title={message}>{message}</span> },
];

/** The rows that changed no contact, by reason, and as a file that can be corrected and imported again. */
function FailedRows({ id, fileName }: { readonly id: string; readonly fileName: string }): ReactNode {
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
