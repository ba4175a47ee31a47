import type { Schema } from '@outreach/client';
import { outreach } from './client.ts';
import { usePages, type ListState } from './use-pages.ts';

export type AuditEntry = Schema<'AuditEntry'>;

export function useAuditLog(): ListState<AuditEntry> {
  return usePages({
    key: ['audit-log'],
    load: async (position) => outreach.get('/api/v1/audit-log/', { params: { query: position } }),
  });
}
