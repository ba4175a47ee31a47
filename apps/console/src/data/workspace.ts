import type { Schema } from '@outreach/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { outreach } from './client.ts';
import { useChange, type Change } from './use-change.ts';
import { useFormData } from './use-form-data.ts';
import { usePages, type ListState } from './use-pages.ts';

export function useWorkspace(): UseQueryResult<Schema<'Workspace'>> {
  return useQuery({
    queryKey: ['workspace'],
    queryFn: async () => outreach.get('/api/v1/workspace/'),
    staleTime: Infinity,
  });
}

export type Retention = Schema<'Retention'>;

const RETENTION = ['retention'];
const NOTIFICATIONS = ['notification-settings'];

export function useRetention(): UseQueryResult<Retention> {
  return useFormData(RETENTION, async () => outreach.get('/api/v1/retention/'));
}

/** Replaces the retention times. */
export function useSetRetention(): Change<Retention, Retention> {
  return useChange(async (body) => outreach.put('/api/v1/retention/', { body }), [RETENTION]);
}

export type NotificationSettings = Schema<'NotificationSettings'>;
export type NotificationSettingsInput = Schema<'NotificationSettingsInput'>;

export function useNotificationSettings(): UseQueryResult<NotificationSettings> {
  return useFormData(NOTIFICATIONS, async () => outreach.get('/api/v1/notification-settings/'));
}

export function useSetNotifications(): Change<NotificationSettingsInput, NotificationSettings> {
  return useChange(async (body) => outreach.put('/api/v1/notification-settings/', { body }), [NOTIFICATIONS]);
}

export type AuditEntry = Schema<'AuditEntry'>;

export function useAuditLog(): ListState<AuditEntry> {
  return usePages({
    key: ['audit-log'],
    load: async (position) => outreach.get('/api/v1/audit-log/', { params: { query: position } }),
  });
}
