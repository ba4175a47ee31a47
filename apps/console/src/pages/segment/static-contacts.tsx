import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSegmentContacts } from '../../data/segments.ts';
import { formatCount } from '../../parts/format.ts';
import { ListEnd } from '../../parts/list-end.tsx';
import { NotLoaded } from '../../parts/not-loaded.tsx';
import { ContactLines } from './contact-lines.tsx';

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
