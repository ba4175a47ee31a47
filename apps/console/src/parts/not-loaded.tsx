import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';
import { Loading, type LoadingProps } from './loading.tsx';

interface NotLoadedProps extends LoadingProps {
  readonly query: { readonly error: Error | null; readonly refetch: () => unknown };
}

/** In place of a view whose data is on its way or could not be loaded. */
export function NotLoaded({ query, ...size }: NotLoadedProps): ReactNode {
  if (query.error === null) return <Loading {...size} />;
  return (
    <Box p="md">
      <Failure error={query.error} retry={() => void query.refetch()} />
    </Box>
  );
}
