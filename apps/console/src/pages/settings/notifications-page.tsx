import type { ReactNode } from 'react';
import { useNotificationSettings } from '../../data/notifications.ts';
import { NotLoaded } from '../../parts/not-loaded.tsx';
import { NotificationForm } from './notification-form.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** Who is notified of which events by email and Slack. */
export function NotificationsPage(): ReactNode {
  const settings = useNotificationSettings();
  return (
    <SettingsFrame tab="/settings/notifications">
      {settings.data === undefined ? (
        <NotLoaded query={settings} lines={8} />
      ) : (
        <NotificationForm settings={settings.data} />
      )}
    </SettingsFrame>
  );
}
