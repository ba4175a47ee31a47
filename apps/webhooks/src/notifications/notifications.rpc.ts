import type { NotificationSettings as SettingsMessage } from '@outreach/contracts-webhooks/gen/webhooks.ts';
import { NOTHING } from '@outreach/service-kit/rpc';
import type { WebhooksMethods } from '../methods/index.ts';
import { readSettings, replaceSettings, type ReplaceSettingsPorts } from './manage-settings.ts';
import type { NotificationSettings } from './settings.ts';

const ADMIN = ['admin:keys'] as const;

export function notificationMethods(ports: ReplaceSettingsPorts): WebhooksMethods {
  return {
    getNotificationSettings: {
      scope: ADMIN,
      query: async () => ({ settings: toMessage(await readSettings(ports)) }),
    },
    setNotificationSettings: {
      scope: ADMIN,
      about: NOTHING,
      command: async (_ctx, request) => ({ settings: toMessage(await replaceSettings(ports, request)) }),
    },
  };
}

function toMessage({ emails, slack, events }: NotificationSettings): SettingsMessage {
  return {
    emails: [...emails],
    slack_webhook_url: slack === null ? undefined : { host: slack.host, preview: slack.preview },
    events: [...events],
  };
}
