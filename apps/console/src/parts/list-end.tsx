import { Box, Button, Center } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListState } from '../data/use-pages.ts';
import { Failure } from './failure.tsx';

/** The end of a list with rows: further ones, and why they or new ones could not be loaded, in sight while it scrolls. */
export function ListEnd({ list }: { readonly list: ListState<unknown> }): ReactNode {
  return (
    <>
      {list.hasMore && (
        <Center p="sm">
          <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
            Load more
          </Button>
        </Center>
      )}
      {list.error !== null && (
        <Box pos="sticky" bottom={0} p="sm" bg="var(--mantine-color-body)">
          <Failure error={list.error} retry={list.refetch} />
        </Box>
      )}
    </>
  );
}
