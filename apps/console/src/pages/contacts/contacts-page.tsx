import { Select, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { GRADES, useContacts, type Contact } from '../../data/contacts.ts';
import { Choice } from '../../parts/choice.tsx';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { Empty } from '../../parts/empty.tsx';
import { NothingMatches } from '../../parts/nothing-matches.tsx';
import { formatNumber } from '../../parts/format.ts';
import { LinkButton } from '../../parts/link-button.tsx';
import { PageLink } from '../../parts/link.tsx';
import { Page } from '../../parts/page.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { useCan } from '../../session/use-session.ts';

const route = getRouteApi('/contacts');

const SORTS = [
  { value: 'created_desc', label: 'Newest first' },
  { value: 'created_asc', label: 'Oldest first' },
  { value: 'updated_desc', label: 'Changed last' },
  { value: 'lead_score_desc', label: 'Best score first' },
] as const;

const COLUMNS: readonly Column<Contact>[] = [
  {
    header: 'Email',
    cell: ({ id, email }) => (
      <PageLink to="/contacts/$contactId" params={{ contactId: id }}>
        {email}
      </PageLink>
    ),
  },
  { header: 'Name', from: 'xs', cell: ({ full_name }) => full_name ?? '' },
  { header: 'Title', from: 'md', cell: ({ title }) => title ?? '' },
  { header: 'Company', from: 'md', cell: ({ company }) => company.name ?? '' },
  {
    header: 'Address',
    width: 120,
    from: 'xs',
    cell: ({ verification_status }) => <StatusBadge status={verification_status} />,
  },
  {
    header: 'Score',
    width: 90,
    isNumber: true,
    cell: ({ lead_score, grade }) => `${lead_score} ${grade}`,
  },
  { header: 'Created', width: 130, from: 'md', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** All contacts, by search, grade and order. */
export function ContactsPage(): ReactNode {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const list = useContacts(filter);
  const importLink = useCan('contacts:write') ? (
    <LinkButton to="/contacts/import">Import contacts</LinkButton>
  ) : undefined;
  const isFiltered = filter.search !== undefined || filter.grade !== undefined;
  return (
    <Page
      title="Contacts"
      status={list.total === undefined ? undefined : <Text c="dimmed">{formatNumber(list.total)}</Text>}
      actions={importLink}
      filters={
        <>
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
          <SearchBox
            label="Search contacts"
            value={filter.search}
            onChange={(search) => void navigate({ search: { ...filter, search }, replace: true })}
          />
        </>
      }
    >
      <DataList
        label="Contacts"
        list={list}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          isFiltered ? (
            <NothingMatches text="No contact matches." onClear={() => void navigate({ search: {} })} />
          ) : (
            <Empty text="There are no contacts yet. The API and imports add them." action={importLink} />
          )
        }
      />
    </Page>
  );
}
