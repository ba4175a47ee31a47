import { Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { Contact } from '../../data/contacts.ts';
import { useMatching, useSegmentContacts, type SegmentFilters } from '../../data/segments.ts';
import { Failure, Loading, NotLoaded } from '../../parts/failure.tsx';
import { formatCount } from '../../parts/format.ts';
import { PageLink } from '../../parts/link.tsx';
import { ListEnd } from '../../parts/list-end.tsx';

const PAUSE_MS = 400;

/** How many contacts match the filters of the form, and the newest of them. */
export function MatchingContacts({ filters }: { readonly filters: SegmentFilters }): ReactNode {
  const [settled] = useDebouncedValue(filters, PAUSE_MS);
  const { data, error, isPlaceholderData } = useMatching(settled);
  if (error !== null) return <Failure error={error} />;
  if (data === undefined) return <Loading lines={6} />;
  const { examples, total, isEstimated } = data;
  const count = `${isEstimated ? 'About ' : ''}${formatCount(total, 'contact')}`;
  return (
    <>
      <Text role="status" {...(settled === filters && !isPlaceholderData ? { fw: 600 } : { c: 'dimmed' })}>
        {count} {total === 1 ? 'matches' : 'match'} now.
      </Text>
      <ContactLines contacts={examples} />
      {total > examples.length && <Text c="dimmed">These are the newest {examples.length}.</Text>}
    </>
  );
}

/** The contacts of a list that does not change by itself. */
export function StaticContacts({ id }: { readonly id: string }): ReactNode {
  const list = useSegmentContacts(id);
  if (list.isMissing) return <NotLoaded query={list} lines={6} />;
  return (
    <>
      {list.total !== undefined && (
        <Text role="status" fw={600}>
          {formatCount(list.total, 'contact')}
        </Text>
      )}
      <ContactLines contacts={list.items} />
      <ListEnd list={list} />
    </>
  );
}

/** Contacts with their names. */
function ContactLines({ contacts }: { readonly contacts: readonly Contact[] }): ReactNode {
  return (
    <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none', overflowWrap: 'anywhere' }}>
      {contacts.map(({ id, email, full_name }) => (
        <li key={id}>
          <PageLink to="/contacts/$contactId" params={{ contactId: id }}>
            {email}
          </PageLink>
          {full_name !== null && (
            <Text span c="dimmed" ml="sm">
              {full_name}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );
}
