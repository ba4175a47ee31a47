import { Box, Select, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { targetCount, type BulkTarget } from '../../data/contact-bulk.ts';
import { GRADES, toContactQuery, useContacts } from '../../data/contacts.ts';
import { useSegments } from '../../data/segments.ts';
import { Choice } from '../../parts/choice.tsx';
import { ContactViews } from '../../parts/contact-views.tsx';
import { DataList } from '../../parts/data-list.tsx';
import { LinkButton } from '../../parts/link.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { useCan } from '../../session/session.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ExportButton } from './export-button.tsx';
import { useColumns } from './use-columns.tsx';

const route = getRouteApi('/contacts');

const SORTS = [
  { value: 'created_desc', label: 'Newest first' },
  { value: 'created_asc', label: 'Oldest first' },
  { value: 'updated_desc', label: 'Changed last' },
  { value: 'lead_score_desc', label: 'Best score first' },
] as const;

interface ContactSelection {
  readonly keys: ReadonlySet<string>;
  /** True for all contacts that match, also those that are not loaded. */
  readonly isMatching: boolean;
  /** The filter that the selection was made with. */
  readonly filter: string;
}

const NOTHING: ContactSelection = { keys: new Set(), isMatching: false, filter: '' };

/** All contacts, by search, grade, segment and order, with actions for many of them. */
export function ContactsPage(): ReactNode {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const list = useContacts(filter);
  const importLink = useCan('contacts:write') ? (
    <LinkButton to="/contacts/import">Import contacts</LinkButton>
  ) : undefined;
  const [selection, setSelection] = useState<ContactSelection>(NOTHING);
  const segments = useSegments();
  const [columns, columnChoice] = useColumns();
  const isFiltered =
    filter.search !== undefined || filter.grade !== undefined || filter.segment !== undefined;
  // A selection is of one filter.
  const chosen = selection.filter === JSON.stringify(filter) ? selection : NOTHING;
  const contacts = list.items.filter(({ id }) => chosen.keys.has(id));
  const choose = (keys: ReadonlySet<string>, isMatching = false): void =>
    setSelection({ keys, isMatching, filter: JSON.stringify(filter) });
  const target: BulkTarget =
    chosen.isMatching && list.total !== undefined
      ? { kind: 'matching', filter, total: list.total }
      : { kind: 'chosen', contacts };
  return (
    <Page
      title="Contacts"
      status={list.total === undefined ? undefined : <Text c="dimmed">{formatNumber(list.total)}</Text>}
      api={() => ({ path: '/api/v1/contacts/', query: toContactQuery(filter) })}
      actions={
        <>
          {columnChoice}
          <ExportButton filter={filter} />
          {importLink}
        </>
      }
      filters={
        <>
          <ContactViews current="/contacts" />
          <Choice
            label="Grade"
            values={GRADES}
            value={filter.grade}
            onChange={(grade) => void navigate({ search: { ...filter, grade } })}
          />
          <Select
            aria-label="Order"
            size="xs"
            w={160}
            allowDeselect={false}
            data={[...SORTS]}
            value={filter.sort ?? 'created_desc'}
            onChange={(value) => {
              const chosen = SORTS.find((sort) => sort.value === value)?.value;
              const sort = chosen === 'created_desc' ? undefined : chosen;
              void navigate({ search: { ...filter, sort } });
            }}
          />
          {(segments.data ?? []).length > 0 && (
            <Select
              aria-label="Segment"
              placeholder="Segment"
              size="xs"
              w={170}
              searchable
              clearable
              data={(segments.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              value={filter.segment ?? null}
              onChange={(segment) => void navigate({ search: { ...filter, segment: segment ?? undefined } })}
            />
          )}
          <SearchBox
            label="Search contacts"
            value={filter.search}
            onChange={(search) => void navigate({ search: { ...filter, search }, replace: true })}
          />
        </>
      }
    >
      <Stack gap={0} h="100%">
        {targetCount(target) > 0 && (
          <BulkBar
            target={target}
            total={list.total}
            onSelectMatching={() => choose(new Set(list.items.map(({ id }) => id)), true)}
            onClear={() => choose(new Set())}
          />
        )}
        <Box flex={1} mih={0}>
          <DataList
            label="Contacts"
            list={list}
            columns={columns}
            selection={{ keys: chosen.keys, onChange: (keys) => choose(keys), nameOf: ({ email }) => email }}
            empty="There are no contacts yet. The API and imports add them."
            action={importLink}
            noMatch={isFiltered && 'No contact matches.'}
            onClear={() => void navigate({ search: {} })}
          />
        </Box>
      </Stack>
    </Page>
  );
}
