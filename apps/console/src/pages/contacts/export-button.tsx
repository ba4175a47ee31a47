import { Button, Group, Modal, Progress, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import {
  isRunning,
  toExport,
  useExport,
  useStartExport,
  type ExportFormat,
  type ExportJob,
} from '../../data/contact-exports.ts';
import type { ContactFilter } from '../../data/contacts.ts';
import { FormButtons } from '../../parts/api-button.tsx';
import { Failure } from '../../parts/failure.tsx';
import { formatCount } from '../../parts/format.ts';
import { randomKey } from '../../parts/random-key.ts';

const PERCENT = 100;
const FORMATS = [
  { value: 'csv', label: 'CSV' },
  { value: 'jsonl', label: 'JSON lines' },
] as const;

interface ExportButtonProps {
  readonly filter: ContactFilter;
}

/** Writes the contacts of the list to a file, and shows its progress and its link. */
export function ExportButton({ filter }: ExportButtonProps): ReactNode {
  const [isOpen, dialog] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Export
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title="Export contacts">
        {isOpen && <ExportForm filter={filter} />}
      </Modal>
    </>
  );
}

function ExportForm({ filter }: ExportButtonProps): ReactNode {
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [idempotencyKey] = useState(randomKey);
  const start = useStartExport();
  if (start.data !== undefined) return <ExportFile id={start.data.job_id} />;
  return (
    <Stack gap="md">
      {start.error !== null && <Failure error={start.error} />}
      <Text>{contentsOf(filter)}</Text>
      <SegmentedControl
        aria-label="Format"
        data={[...FORMATS]}
        value={format}
        onChange={(value) => setFormat(value === 'jsonl' ? 'jsonl' : 'csv')}
      />
      <FormButtons
        request={() => ({
          method: 'post',
          path: '/api/v1/contacts/export/',
          body: toExport(filter, format),
        })}
      >
        <Button
          loading={start.isPending}
          onClick={() =>
            start.mutate({ body: toExport(filter, format), idempotencyKey: `${idempotencyKey}-${format}` })
          }
        >
          Export contacts
        </Button>
      </FormButtons>
    </Stack>
  );
}

function contentsOf({ search = '', grade, segment }: ContactFilter): string {
  const parts = [
    ...(grade === undefined ? [] : [`with the grade ${grade}`]),
    ...(segment === undefined ? [] : ['of the chosen segment']),
  ];
  const contents = `The file has all contacts${parts.map((part) => ` ${part}`).join('')}, with all fields.`;
  return search === '' ? contents : `${contents} The words of the search do not narrow it.`;
}

function ExportFile({ id }: { readonly id: string }): ReactNode {
  const { data: job, error } = useExport(id);
  return (
    <Stack gap="md">
      {error !== null && <Failure error={error} />}
      {job !== undefined && <ExportState job={job} />}
    </Stack>
  );
}

function ExportState({ job }: { readonly job: ExportJob }): ReactNode {
  if (isRunning(job))
    return (
      <div role="status">
        <Text mb={6}>The file is written.</Text>
        <Progress value={job.progress * PERCENT} aria-label="Progress of the export" />
      </div>
    );
  if (job.download_url === null) return <Text role="status">{job.error ?? 'The file has expired.'}</Text>;
  // The link names the public address; the same path works at the address of the console.
  const { pathname, search } = new URL(job.download_url);
  return (
    <Group justify="space-between" role="status">
      <Text>{formatCount(job.row_count ?? 0, 'contact')}</Text>
      <Button component="a" href={`${pathname}${search}`} download>
        Download
      </Button>
    </Group>
  );
}
