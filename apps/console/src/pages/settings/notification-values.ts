import type { NotificationSettings, NotificationSettingsInput } from '../../data/workspace.ts';

type EventType = NotificationSettings['events'][number];

/** The events in the order of the form, in words. */
export const EVENT_WORDS: Readonly<Record<EventType, string>> = {
  'campaign.auto_paused': 'A campaign was paused because of its deliverability',
  'campaign.completed': 'A campaign has sent all of its emails',
  'sending_account.disconnected': 'A sending account is disconnected',
  'webhook.endpoint_failing': 'A webhook endpoint has failed for over an hour',
  'webhook.endpoint_disabled': 'A webhook endpoint was disabled, because it answered 410',
  'import.completed': 'An import has ended',
  'tracking_domain.failed': 'A tracking domain failed its checks',
};

export interface NotificationValues {
  readonly emails: string[];
  /** A new URL; empty keeps the stored one. */
  readonly slack_webhook_url: string;
  readonly removesSlack: boolean;
  readonly events: EventType[];
}

export function toValues({ emails, events }: NotificationSettings): NotificationValues {
  return { emails: [...emails], slack_webhook_url: '', removesSlack: false, events: [...events] };
}

export function toInput(values: NotificationValues): NotificationSettingsInput {
  const { emails, events, slack_webhook_url: typed, removesSlack } = values;
  const url = typed.trim();
  if (removesSlack) return { emails, events, slack_webhook_url: null };
  return url === '' ? { emails, events } : { emails, events, slack_webhook_url: url };
}

/** The stored URL as far as it is shown. */
export function shownUrl({ slack_webhook_url: slack }: NotificationSettings): string | undefined {
  if (slack === null) return undefined;
  return slack.preview === '' ? slack.host : `${slack.host}/…${slack.preview}`;
}
