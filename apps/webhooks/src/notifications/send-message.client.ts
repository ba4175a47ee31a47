import { runAsSystem } from '@outreach/mongo-kit';
import type { Clock } from '@outreach/service-kit';
import { createMailServer, type LetterResult, type SystemMailSettings } from '@outreach/system-mail';
import { isSuccess, type ExchangeResult, type Post } from '../sending/index.ts';
import type { Channel, QueuedMessage, SendResult, SettingsDirectory, UrlSealer } from './ports.ts';
import type { NotificationSettings } from './settings.ts';
import { writeLetter, writeSlackBody } from './write-message.ts';

const SLACK_HEADERS = { 'content-type': 'application/json', 'user-agent': 'outreach-notifications/1.0' };
/** The server may take the same request later. */
const TEMPORARY = new Set([408, 425, 429]);
const SERVER_ERROR_MIN = 500;

export interface SendersOptions {
  readonly directory: SettingsDirectory;
  readonly post: Post;
  readonly sealer: UrlSealer;
  readonly clock: Clock;
}

type SendMessage = (message: QueuedMessage & { readonly id: string }) => Promise<SendResult | undefined>;

/** Both read the settings again: a recipient that was removed gets nothing more. */
export function createSenders(
  { directory, post, sealer, clock }: SendersOptions,
  { SYSTEM_SMTP_URL: url, SYSTEM_MAIL_FROM: from, PUBLIC_BASE_URL: baseUrl }: SystemMailSettings,
): Readonly<Record<Channel, SendMessage>> {
  const server = createMailServer({ url, from });
  const settingsOf = async (workspaceId: string): Promise<NotificationSettings | undefined> =>
    runAsSystem('workers send notifications of all workspaces', async () =>
      (await directory.findOf([workspaceId])).get(workspaceId),
    );
  return {
    email: async ({ id, recipient, ...message }) => {
      const settings = await settingsOf(message.workspace_id);
      if (settings?.emails.includes(recipient) !== true) return undefined;
      // The same for each attempt: a mail program shows a letter that was taken twice once.
      const messageId = `<${id}@${from.split('@')[1] ?? ''}>`;
      const letter = { ...writeLetter(message, baseUrl), to: recipient, messageId };
      return fromLetter(await server.send(letter));
    },
    slack: async (message) => {
      const slack = (await settingsOf(message.workspace_id))?.slack ?? null;
      if (slack === null) return undefined;
      const url = Buffer.from(sealer.open(slack.sealed_url)).toString('utf8');
      const body = writeSlackBody(message, baseUrl);
      return fromExchange(await post({ url, headers: SLACK_HEADERS, body, atMs: clock.now() }));
    },
  };
}

/** A letter that the server may have taken is sent again: a second one is better than none. */
function fromLetter(result: LetterResult): SendResult {
  if (result.kind === 'accepted') return result;
  return { kind: result.kind === 'refused' ? 'refused' : 'later', error: result.reason };
}

function fromExchange(result: ExchangeResult): SendResult {
  const { status_code: status, error, retry_at_ms: retryAtMs } = result;
  if (isSuccess(result)) return { kind: 'accepted' };
  const isTemporary = status === null || status >= SERVER_ERROR_MIN || TEMPORARY.has(status);
  return { kind: isTemporary ? 'later' : 'refused', error: error ?? '', retryAtMs };
}
