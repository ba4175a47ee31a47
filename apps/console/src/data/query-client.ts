import { OutreachError } from '@outreach/client';
import { notifications } from '@mantine/notifications';
import { QueryCache, QueryClient } from '@tanstack/react-query';

const FRESH_MS = 10_000;
const RETRIES_MAX = 2;

/** Retrying cannot mend an answer of the API; the client has retried what it can. */
export const queryClient = new QueryClient({
  // What was loaded before stays on the page. A view without data shows its failure itself, and so do lists.
  queryCache: new QueryCache({
    onError: (_error, { state, meta }) => {
      if (state.data === undefined || meta?.['showsFailure'] === true) return;
      const message = 'The page could not be refreshed. It is tried again.';
      notifications.show({ id: 'stale', color: 'orange', message });
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failureCount, error) => !(error instanceof OutreachError) && failureCount < RETRIES_MAX,
    },
  },
});
