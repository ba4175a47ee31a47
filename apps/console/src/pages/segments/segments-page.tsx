import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSegmentList, type Segment } from '../../data/segments.ts';
import { ContactViews } from '../../parts/contact-views.tsx';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { formatNumber, formatWord } from '../../parts/format.ts';
import { LinkButton, PageLink } from '../../parts/link.tsx';
import { Page } from '../../parts/page.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { Time } from '../../parts/values.tsx';
import { useCan } from '../../session/session.ts';

const route = getRouteApi('/contacts/segments');

const COLUMNS: readonly Column<Segment>[] = [
  {
    header: 'Name',
    cell: ({ id, name }) => (
      <PageLink to="/contacts/segments/$segmentId" params={{ segmentId: id }}>
        {name}
      </PageLink>
    ),
  },
  { header: 'Type', width: 110, from: 'xs', cell: ({ segment_type }) => formatWord(segment_type) },
  {
    header: 'Contacts',
    width: 110,
    isNumber: true,
    cell: ({ contact_count, counted_at }) => (counted_at === null ? '' : formatNumber(contact_count)),
  },
  { header: 'Counted', width: 140, from: 'md', cell: ({ counted_at }) => <Time at={counted_at} /> },
  { header: 'Changed', width: 140, from: 'md', cell: ({ updated_at }) => <Time at={updated_at} /> },
];

/** All segments, by name. */
export function SegmentsPage(): ReactNode {
  const { search } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useSegmentList(search);
  const create = useCan('contacts:write') ? (
    <LinkButton to="/contacts/segments/new">New segment</LinkButton>
  ) : undefined;
  return (
    <Page
      title="Segments"
      api={() => ({ path: '/api/v1/segments/', query: { search } })}
      actions={create}
      filters={
        <>
          <ContactViews current="/contacts/segments" />
          <SearchBox
            label="Search segments"
            value={search}
            onChange={(text) => void navigate({ search: { search: text }, replace: true })}
          />
        </>
      }
    >
      <DataList
        label="Segments"
        list={list}
        columns={COLUMNS}
        empty="There are no segments yet. A segment is a saved filter, or a list of chosen contacts."
        action={create}
        noMatch={search !== undefined && 'No segment matches.'}
        onClear={() => void navigate({ search: {} })}
      />
    </Page>
  );
}
