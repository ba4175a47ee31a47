import { counter, type Logger } from '@outreach/service-kit';
import type { ArrivedMessage } from './arrived-message.ts';
import { WORKSPACES_HEADER } from './publish.ts';

const ignoredCount = counter(
  'messages_ignored_total',
  'Messages that were acknowledged without decoding their events, by durable.',
  ['durable'],
);

/** The messages that a consumer acknowledges without decoding them. */
export interface IgnoredMessages {
  /** Types of events that are never ignored. */
  readonly exceptTypes: readonly string[];
  /** Which of the workspaces have no use for events that were published before the call. */
  readonly workspacesIn: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

export interface IgnoringHandler {
  readonly source: string;
  readonly logger: Logger;
  readonly ignored?: IgnoredMessages;
}

/** Acknowledges the messages whose workspaces have all no use for them, and returns the others. */
export async function withoutIgnored(
  { source, logger, ignored }: IgnoringHandler,
  messages: readonly ArrivedMessage[],
): Promise<readonly ArrivedMessage[]> {
  if (ignored === undefined) return messages;
  const workspaces = new Map(messages.map((message) => [message, workspacesOf(message, ignored)]));
  const ids = new Set([...workspaces.values()].flat());
  if (ids.size === 0) return messages;
  const unused = await ignored.workspacesIn([...ids]).catch((err: unknown) => {
    logger.warn({ durable: source, err }, 'the workspaces of messages were not checked');
    return new Set<string>();
  });
  const isIgnored = (message: ArrivedMessage): boolean => {
    const own = workspaces.get(message) ?? [];
    return own.length > 0 && own.every((id) => unused.has(id));
  };
  const kept = messages.filter((message) => !isIgnored(message));
  for (const message of messages) if (isIgnored(message)) message.ack();
  ignoredCount.inc({ durable: source }, messages.length - kept.length);
  return kept;
}

/** The workspaces of a message that may be ignored; none for other messages. */
function workspacesOf(
  { subject, headers }: ArrivedMessage,
  { exceptTypes }: IgnoredMessages,
): readonly string[] {
  if (exceptTypes.some((type) => subject.endsWith(`.${type}`))) return [];
  const ids = headers?.get(WORKSPACES_HEADER) ?? '';
  return ids === '' ? [] : ids.split(',');
}
