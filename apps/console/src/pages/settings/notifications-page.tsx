import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { useNotificationSettings } from '../../data/notifications.ts';
import { Failure } from '../../parts/failure.tsx';
import { Loading } from '../../parts/loading.tsx';
import { NotificationForm } from './notification-form.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** Who is notified of which events by email and Slack. */
export function NotificationsPage(): ReactNode {
  const settings = useNotificationSettings();
  return (
    <SettingsFrame tab="/settings/notifications">
      {settings.error !== null && (
        <Box px="md">
          <Failure error={settings.error} retry={() => void settings.refetch()} />
        </Box>
      )}
      {settings.isLoading && <Loading lines={8} />}
      {settings.data !== undefined && <NotificationForm settings={settings.data} />}
    </SettingsFrame>
  );
}
