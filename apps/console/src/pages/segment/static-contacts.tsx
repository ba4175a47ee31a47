import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSegmentContacts } from '../../data/segments.ts';
import { formatCount } from '../../parts/format.ts';
import { Failure } from '../../parts/failure.tsx';
import { ListFailure } from '../../parts/list-failure.tsx';
import { Loading } from '../../parts/loading.tsx';
import { ContactLines } from './contact-lines.tsx';

/** The contacts of a list that does not change by itself. */
export function StaticContacts({ id }: { readonly id: string }): ReactNode {
  const list = useSegmentContacts(id);
  if (list.isLoading) return <Loading lines={6} />;
  if (list.error !== null && list.items.length === 0)
    return <Failure error={list.error} retry={list.retry} />;
  return (
    <>
      {list.total !== undefined && (
        <Text role="status" fw={600}>
          {formatCount(list.total, 'contact')}
        </Text>
      )}
      <ContactLines contacts={list.items} />
      {list.hasMore && (
        <Group>
          <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
            Load more
          </Button>
        </Group>
      )}
      <ListFailure list={list} />
    </>
  );
}
