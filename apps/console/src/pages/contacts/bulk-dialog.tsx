import { Button, Progress, Stack, Table, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import {
  requestOf,
  targetCount,
  useBulk,
  type BulkAction,
  type BulkResult,
  type BulkTarget,
} from '../../data/contact-bulk.ts';
import { campaignOptions } from '../../data/options.ts';
import { FormButtons } from '../../parts/api-button.tsx';
import { Dialog } from '../../parts/dialogs.tsx';
import { Failure } from '../../parts/failure.tsx';
import { formatCount, formatNumber, formatWord } from '../../parts/format.ts';
import { SearchSelect } from '../../parts/search-select.tsx';

const PERCENT = 100;
const FAILED_HEIGHT = 240;
/** One request has the ids of all contacts of a segment, and at most 1 MiB. */
const SEGMENT_MAX = 30_000;

const TITLES: Readonly<Record<BulkAction['kind'], string>> = {
  tag: 'Add tag',
  enroll: 'Enroll in campaign',
  segment: 'Save as segment',
};

export interface BulkDialogProps {
  readonly kind: BulkAction['kind'];
  readonly target: BulkTarget;
  readonly onClose: () => void;
}

/** Asks for what an action needs, shows its progress, then its result with the contacts that failed. */
export function BulkDialog({ kind, target, onClose }: BulkDialogProps): ReactNode {
  const [value, setValue] = useState('');
  const [done, setDone] = useState(0);
  const bulk = useBulk();
  const count = targetCount(target);
  const action = { kind, value: value.trim() };
  const isTooMany = kind === 'segment' && count > SEGMENT_MAX;
  return (
    <Dialog
      onClose={onClose}
      title={TITLES[kind]}
      closeOnClickOutside={!bulk.isPending}
      closeOnEscape={!bulk.isPending}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (action.value !== '' && !bulk.isPending) bulk.mutate({ target, action, onProgress: setDone });
        }}
      >
        <Stack gap="md">
          {bulk.error !== null && <Failure error={bulk.error} />}
          {isTooMany && (
            <Text c="error" role="alert">
              A segment of chosen contacts has at most {formatNumber(SEGMENT_MAX)}. Create a segment with
              filters instead.
            </Text>
          )}
          {bulk.data === undefined && <Field kind={kind} value={value} onChange={setValue} />}
          {bulk.isPending && (
            <div role="status">
              <Text mb={6}>
                {formatNumber(done)} of {formatCount(count, 'contact')}
              </Text>
              <Progress value={(done / Math.max(count, 1)) * PERCENT} aria-label="Progress" />
            </div>
          )}
          {bulk.data !== undefined && <Result result={bulk.data} />}
          <FormButtons request={() => requestOf(target, action)}>
            {bulk.data === undefined ? (
              <Button type="submit" loading={bulk.isPending} disabled={action.value === '' || isTooMany}>
                {TITLES[kind]}: {formatCount(count, 'contact')}
              </Button>
            ) : (
              <Button onClick={onClose}>Close</Button>
            )}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

interface FieldProps {
  readonly kind: BulkAction['kind'];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Field({ kind, value, onChange }: FieldProps): ReactNode {
  if (kind === 'enroll') return <CampaignField value={value} onChange={onChange} />;
  return (
    <TextInput
      label={kind === 'tag' ? 'Tag' : 'Name of the segment'}
      data-autofocus
      maxLength={kind === 'tag' ? 64 : 200}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function CampaignField({ value, onChange }: Omit<FieldProps, 'kind'>): ReactNode {
  return (
    <>
      <SearchSelect
        label="Campaign"
        placeholder="Choose a campaign"
        source={campaignOptions}
        value={value === '' ? undefined : value}
        onChange={(id) => onChange(id ?? '')}
      />
      <Text size="sm" c="dimmed">
        Contacts are enrolled also if they do not match its filter.
      </Text>
    </>
  );
}

function Result({ result }: { readonly result: BulkResult }): ReactNode {
  const { doneCount, failed } = result;
  return (
    <Stack gap="sm" role="status">
      <Text>
        {formatCount(doneCount, 'contact')} done, {formatNumber(failed.length)} failed.
      </Text>
      {failed.length > 0 && (
        <div
          style={{ maxHeight: FAILED_HEIGHT, overflow: 'auto' }}
          tabIndex={0}
          role="group"
          aria-label="Failed contacts"
        >
          <Table fz="sm">
            <Table.Tbody>
              {failed.map(({ email, reason }) => (
                <Table.Tr key={email}>
                  <Table.Td>{email}</Table.Td>
                  <Table.Td>{formatWord(reason)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Stack>
  );
}
