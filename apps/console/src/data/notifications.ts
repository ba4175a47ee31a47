import type { Schema } from '@outreach/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { outreach } from './client.ts';
import { useChange, type Change } from './use-change.ts';

export type NotificationSettings = Schema<'NotificationSettings'>;
export type NotificationSettingsInput = Schema<'NotificationSettingsInput'>;

const KEY = ['notification-settings'];

export function useNotificationSettings(): UseQueryResult<NotificationSettings> {
  return useQuery({
    queryKey: KEY,
    queryFn: async () => outreach.get('/api/v1/notification-settings/'),
    // A form shows it: it must not change below the hands of the user.
    staleTime: Infinity,
  });
}

export function useSetNotifications(): Change<NotificationSettingsInput, NotificationSettings> {
  return useChange(async (body) => outreach.put('/api/v1/notification-settings/', { body }), [KEY]);
}
