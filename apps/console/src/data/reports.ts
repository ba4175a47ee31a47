import type { Schema } from '@outreach/client';
import { outreach } from './client.ts';
import { useChange, type Change, type Submitted } from './use-change.ts';
import { usePages, type ListState } from './use-pages.ts';

export type Report = Schema<'Report'>;
export type ReportCreate = Schema<'ReportCreate'>;

const KEY = ['reports'];

export function useReports(): ListState<Report> {
  return usePages({
    key: KEY,
    load: async (position) => outreach.get('/api/v1/reports/', { params: { query: position } }),
  });
}

export function useCreateReport(): Change<Submitted<ReportCreate>> {
  return useChange(async (input) => outreach.post('/api/v1/reports/', input), [KEY]);
}

export function useDeleteReport(): Change<string> {
  return useChange(
    async (report_id) => outreach.delete('/api/v1/reports/{report_id}/', { params: { path: { report_id } } }),
    [KEY],
  );
}
