import type { CollectedEvents } from './collected-events.ts';
import type { QueuedMessage } from './ports.ts';
import type { NotificationSettings } from './settings.ts';

export interface ToMessagesInput {
  readonly workspaceId: string;
  readonly collected: CollectedEvents | undefined;
  readonly settings: NotificationSettings | undefined;
  readonly hasMail: boolean;
}

/** One message per recipient, so that each is retried by itself. */
export function toMessages(input: ToMessagesInput): readonly Omit<QueuedMessage, 'failures'>[] {
  const { workspaceId, collected, settings, hasMail } = input;
  if (collected === undefined || collected.event_count === 0 || settings === undefined) return [];
  const { listed, event_count } = collected;
  const message = { workspace_id: workspaceId, listed, event_count };
  const emails = hasMail ? settings.emails : [];
  return [
    ...emails.map((recipient) => ({ ...message, channel: 'email' as const, recipient })),
    ...(settings.slack === null ? [] : [{ ...message, channel: 'slack' as const, recipient: '' }]),
  ];
}
