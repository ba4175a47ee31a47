import type { Schema } from '@outreach/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { outreach } from './client.ts';
import type { ContactFilter } from './contacts.ts';
import { useChange, type Change, type Submitted } from './use-change.ts';

export type ContactExport = Schema<'ContactExport'>;
export type ExportJob = Schema<'Export'>;
export type ExportFormat = 'csv' | 'jsonl';

const POLL_MS = 1_000;

/** The export of the contacts of a list. Filters have no words of a search, and a file has one order. */
export function toExport({ grade, segment }: ContactFilter, format: ExportFormat): ContactExport {
  return {
    filters: [
      ...(grade === undefined ? [] : [{ field: 'grade', op: 'eq' as const, value: grade }]),
      ...(segment === undefined ? [] : [{ field: 'in_segment', op: 'eq' as const, value: segment }]),
    ],
    filters_logic: 'AND',
    format,
  };
}

export function useStartExport(): Change<Submitted<ContactExport>, Schema<'StartedExport'>> {
  return useChange(async (input) => outreach.post('/api/v1/contacts/export/', input), []);
}

/** An export; it loads again while it runs. */
export function useExport(id: string): UseQueryResult<ExportJob> {
  return useQuery({
    queryKey: ['export', id],
    queryFn: async () =>
      outreach.get('/api/v1/exports/{export_id}/', { params: { path: { export_id: id } } }),
    refetchInterval: ({ state }) => (state.data !== undefined && !isRunning(state.data) ? false : POLL_MS),
  });
}

export function isRunning({ status }: ExportJob): boolean {
  return status === 'queued' || status === 'processing';
}

/** Everything that is stored about a contact, as a file. */
export function usePersonalData(id: string): Change<void, Blob> {
  return useChange(async () => {
    // A stream has no time limit, and fails if it ends early.
    const options = { params: { path: { contact_id: id } }, parseAs: 'stream' } as const;
    const body = await outreach.get('/api/v1/contacts/{contact_id}/personal-data/', options);
    return new Response(body).blob();
  }, []);
}
