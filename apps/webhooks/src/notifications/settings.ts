import { NOTIFICATION_EVENTS } from '@outreach/contracts-webhooks';
import { AppError, type FieldError } from '@outreach/errors';
import { normaliseEmail } from '@outreach/values';
import { urlProblem, type HostGuard } from '../sending/index.ts';

export const EMAILS_MAX = 20;
/** The last characters of a URL that are shown; none of a short path, which they would give away. */
const PREVIEW_CHARACTERS = 4;
const PREVIEWED_PATH_MIN = 16;
const SLACK_FIELD = 'slack_webhook_url';

/** How a workspace is notified. */
export interface NotificationSettings {
  readonly emails: readonly string[];
  readonly slack: SlackWebhook | null;
  readonly events: readonly string[];
}

export interface SlackWebhook {
  readonly sealed_url: Uint8Array;
  readonly host: string;
  readonly preview: string;
}

/** The settings of a workspace that never set any. */
export const NO_NOTIFICATIONS: NotificationSettings = { emails: [], slack: null, events: [] };

export interface SettingsInput {
  readonly emails: readonly string[];
  readonly events: readonly string[];
  /** Undefined keeps the stored URL, an empty text removes it. */
  readonly slack_webhook_url?: string | undefined;
}

/**
 * Returns the input with normalised addresses.
 * @throws AppError invalid_argument naming every wrong field.
 */
export function checkSettings(input: SettingsInput, hosts: HostGuard): SettingsInput {
  const { slack_webhook_url: url } = input;
  const slack = url === undefined || url === '' ? undefined : urlProblem(url, hosts, SLACK_FIELD);
  const errors = [
    ...emailErrors(input.emails),
    ...(slack === undefined ? [] : [{ field: SLACK_FIELD, message: slack }]),
    ...eventErrors(input.events),
  ];
  const [first] = errors;
  if (first !== undefined)
    throw new AppError('invalid_argument', first.message, { field: first.field, errors });
  return { ...input, emails: input.emails.map(toAddress) };
}

/** What is shown of a URL: its host, and its last characters to tell two URLs apart. */
export function previewOf(url: string): Pick<SlackWebhook, 'host' | 'preview'> {
  const { host, pathname, search } = new URL(url);
  const path = `${pathname}${search}`;
  return { host, preview: path.length < PREVIEWED_PATH_MIN ? '' : path.slice(-PREVIEW_CHARACTERS) };
}

function toAddress(email: string): string {
  return normaliseEmail(email) ?? '';
}

function emailErrors(emails: readonly string[]): FieldError[] {
  if (emails.length > EMAILS_MAX)
    return [{ field: 'emails', message: `emails must have at most ${EMAILS_MAX} addresses.` }];
  const addresses = emails.map(toAddress);
  return addresses.flatMap((address, index) => {
    const field = `emails[${index}]`;
    if (address === '') return [{ field, message: `${field} must be an email address.` }];
    return addresses.indexOf(address) === index ? [] : [{ field, message: `${field} is there twice.` }];
  });
}

function eventErrors(events: readonly string[]): FieldError[] {
  const known: readonly string[] = NOTIFICATION_EVENTS;
  return events.flatMap((type, index) => {
    const field = `events[${index}]`;
    if (!known.includes(type)) return [{ field, message: `${field} must be one of ${known.join(', ')}.` }];
    return events.indexOf(type) === index ? [] : [{ field, message: `${field} is there twice.` }];
  });
}
