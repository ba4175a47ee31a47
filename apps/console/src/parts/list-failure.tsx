import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListState } from '../data/use-pages.ts';
import { Failure } from './failure.tsx';

/** Why a list with rows could not be refreshed or continued. It stays in sight while the list scrolls. */
export function ListFailure({ list }: { readonly list: ListState<unknown> }): ReactNode {
  if (list.error === null) return null;
  return (
    <Box pos="sticky" bottom={0} p="sm" bg="var(--mantine-color-body)">
      <Failure error={list.error} retry={list.retry} />
    </Box>
  );
}
