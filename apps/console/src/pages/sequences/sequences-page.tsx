import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCreateSequence, useSequences, type Sequence } from '../../data/sequences.ts';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { RequestDialog } from '../../parts/dialogs.tsx';
import { formatNumber } from '../../parts/format.ts';
import { PageLink } from '../../parts/link.tsx';
import { Page } from '../../parts/page.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { StatusBadge, Time } from '../../parts/values.tsx';
import { useCreateForm } from '../../parts/use-create-form.ts';
import { useCan } from '../../session/session.ts';

const route = getRouteApi('/sequences');

const COLUMNS: readonly Column<Sequence>[] = [
  {
    header: 'Name',
    cell: ({ id, name }) => (
      <PageLink to="/sequences/$sequenceId" params={{ sequenceId: id }}>
        {name}
      </PageLink>
    ),
  },
  { header: 'Status', width: 120, cell: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Steps', width: 80, isNumber: true, cell: ({ steps }) => formatNumber(steps.length) },
  {
    header: 'Variants',
    width: 90,
    isNumber: true,
    from: 'xs',
    cell: ({ steps }) => formatNumber(steps.reduce((sum, { variants }) => sum + variants.length, 0)),
  },
  { header: 'Version', width: 90, isNumber: true, from: 'md', cell: ({ version }) => formatNumber(version) },
  { header: 'Changed', width: 130, from: 'xs', cell: ({ updated_at }) => <Time at={updated_at} /> },
];

/** All sequences, by name. */
export function SequencesPage(): ReactNode {
  const { search } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useSequences(search);
  const canWrite = useCan('campaigns:write');
  const [isOpen, form] = useDisclosure();
  const create = canWrite ? <Button onClick={form.open}>New sequence</Button> : undefined;
  return (
    <Page
      title="Sequences"
      api={() => ({ path: '/api/v1/sequences/', query: { search } })}
      actions={create}
      filters={
        <SearchBox
          label="Search sequences"
          value={search}
          onChange={(text) => void navigate({ search: { search: text }, replace: true })}
        />
      }
    >
      <DataList
        label="Sequences"
        list={list}
        columns={COLUMNS}
        empty="A sequence is a series of emails. There is none yet."
        action={create}
        noMatch={search !== undefined && 'No sequence matches.'}
        onClear={() => void navigate({ search: {} })}
      />
      {isOpen && (
        <CreateSequence
          onClose={form.close}
          onCreated={(sequenceId) => void navigate({ to: '/sequences/$sequenceId', params: { sequenceId } })}
        />
      )}
    </Page>
  );
}

interface CreateSequenceProps {
  readonly onClose: () => void;
  readonly onCreated: (id: string) => void;
}

/** Asks for the name of a new sequence; its steps are written on its page. */
function CreateSequence({ onClose, onCreated }: CreateSequenceProps): ReactNode {
  const { form, dialog } = useCreateForm({
    name: 'sequence',
    initialValues: { name: '' },
    creation: useCreateSequence(),
    path: '/api/v1/sequences/',
    bodyOf: ({ name }) => ({ name: name.trim() }),
    onClose,
    onCreated: ({ id }) => onCreated(id),
  });
  return (
    <RequestDialog
      title="New sequence"
      action="Create sequence"
      isIncomplete={form.values.name.trim() === ''}
      {...dialog}
    >
      <TextInput label="Name" data-autofocus maxLength={200} {...form.getInputProps('name')} />
    </RequestDialog>
  );
}
