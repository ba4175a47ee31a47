import { OutreachError } from '@outreach/client';
import { QueryClient } from '@tanstack/react-query';

const FRESH_MS = 10_000;
const RETRIES_MAX = 2;

/** Retrying cannot mend an answer of the API; the client has retried what it can. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failureCount, error) => !(error instanceof OutreachError) && failureCount < RETRIES_MAX,
    },
  },
});
