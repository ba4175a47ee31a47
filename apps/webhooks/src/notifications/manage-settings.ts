import { webhookErrors } from '@outreach/contracts-webhooks';
import type { HostGuard } from '../sending/index.ts';
import type { SettingsStore, UrlSealer } from './ports.ts';
import {
  checkSettings,
  NO_NOTIFICATIONS,
  previewOf,
  type NotificationSettings,
  type SettingsInput,
  type SlackWebhook,
} from './settings.ts';

export interface ReplaceSettingsPorts {
  readonly settings: Pick<SettingsStore, 'find' | 'save'>;
  readonly sealer: Pick<UrlSealer, 'seal'>;
  readonly hosts: HostGuard;
  /** False for an installation without a mail server of its own. */
  readonly hasMail: boolean;
}

export async function readSettings({
  settings,
}: Pick<ReplaceSettingsPorts, 'settings'>): Promise<NotificationSettings> {
  return (await settings.find()) ?? NO_NOTIFICATIONS;
}

/**
 * Replaces all settings; a URL that is not given stays, because no answer contains it.
 * @throws AppError invalid_argument naming every wrong field; failed_precondition, code mail_not_configured.
 */
export async function replaceSettings(
  ports: ReplaceSettingsPorts,
  input: SettingsInput,
): Promise<NotificationSettings> {
  const { emails, events, slack_webhook_url: url } = checkSettings(input, ports.hosts);
  if (emails.length > 0 && !ports.hasMail) throw webhookErrors.mailNotConfigured.make();
  const stored = await readSettings(ports);
  const slack = url === undefined ? stored.slack : toWebhook(ports, url);
  const replaced: NotificationSettings = { emails, slack, events };
  await ports.settings.save(replaced);
  return replaced;
}

function toWebhook({ sealer }: Pick<ReplaceSettingsPorts, 'sealer'>, url: string): SlackWebhook | null {
  return url === '' ? null : { ...previewOf(url), sealed_url: sealer.seal(Buffer.from(url, 'utf8')) };
}
