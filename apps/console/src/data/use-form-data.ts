import { useQuery, type QueryKey, type UseQueryResult } from '@tanstack/react-query';

/** Data that a form shows: it must not change below the hands of the user. */
export function useFormData<Data>(key: QueryKey, load: () => Promise<Data>): UseQueryResult<Data> {
  return useQuery({ queryKey: key, queryFn: load, staleTime: Infinity });
}
