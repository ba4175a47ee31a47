import type { Clock } from '@outreach/service-kit';
import type { LetterResult, MailServer } from '@outreach/system-mail';
import type { Post } from '../sending/index.ts';
import type { Channel, QueuedMessage, UrlSealer } from './ports.ts';
import type { SendResult } from './send-result.ts';
import type { NotificationSettings } from './settings.ts';
import { createSlackSender } from './slack.client.ts';
import { writeLetter, writeSlackBody } from './write-message.ts';

export interface SendersOptions {
  readonly settingsOf: (workspaceId: string) => Promise<NotificationSettings | undefined>;
  readonly server: MailServer;
  readonly post: Post;
  readonly sealer: Pick<UrlSealer, 'open'>;
  readonly baseUrl: string;
  /** Sender address of letters; its domain is the one of their Message-IDs. */
  readonly from: string;
  readonly clock: Clock;
}

type SendMessage = (message: QueuedMessage & { readonly id: string }) => Promise<SendResult | undefined>;

/** Both read the settings again: a recipient that was removed gets nothing more. */
export function createSenders(options: SendersOptions): Readonly<Record<Channel, SendMessage>> {
  const { settingsOf, server, sealer, baseUrl, from } = options;
  const toSlack = createSlackSender(options);
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
      return toSlack(url, writeSlackBody(message, baseUrl));
    },
  };
}

/** A letter that the server may have taken is sent again: a second one is better than none. */
function fromLetter(result: LetterResult): SendResult {
  if (result.kind === 'accepted') return result;
  return { kind: result.kind === 'refused' ? 'refused' : 'later', error: result.reason };
}
