import { createHash } from 'node:crypto';
import { ownText } from '../reply-intents/index.ts';
import type { ImapMessage } from '../mail-servers/index.ts';
import { classifyMessage, type MessageClass } from './classify-message.ts';
import { toContent, type MessageContent } from './message-content.ts';
import { headerOf, type InboundMessage, type MessageParser, type ReceivedFile } from './message.ts';

const KEY_CHARACTERS_MAX = 500;
const OWN_TEXT_CHARACTERS_MAX = 2_000;

/** A message as far as it is needed after its source has been parsed. */
export interface ReadMessage {
  readonly uid: number;
  readonly receivedAt: Date;
  readonly key: string;
  readonly found: MessageClass;
  readonly from: string | null;
  /** Without quotations and signatures; empty if the message is not classified by its text. */
  readonly ownText: string;
  /** What a thread stores of a reply: it is sanitised when it is asked for. Undefined for other messages. */
  readonly content?: (listed?: readonly ReceivedFile[]) => MessageContent;
  /** True for a reply whose end is missing: its files are listed by the server. */
  readonly isCut: boolean;
  /** Size of the content in memory, in characters. */
  readonly size: number;
}

export async function readMessage(
  parser: MessageParser,
  { uid, receivedAt, source, isCut = false }: ImapMessage,
): Promise<ReadMessage> {
  const message = await parser.parse(source, isCut);
  const found = classifyMessage(message);
  const { headers, from, subject, content: raw } = message;
  const isWritten = found.kind === 'reply' || found.kind === 'auto_reply';
  return {
    uid,
    receivedAt,
    key: keyOf(message, source),
    found,
    from,
    size: isWritten ? raw.text.length + raw.html.length : 0,
    isCut: isWritten && isCut,
    ...(isWritten && {
      content: (files = raw.files) => toContent({ headers, from, subject }, { ...raw, files }),
    }),
    ownText: isWritten ? ownText(message.text).slice(0, OWN_TEXT_CHARACTERS_MAX) : '',
  };
}

function keyOf(message: InboundMessage, source: Uint8Array): string {
  const messageId = headerOf(message, 'message-id')?.trim() ?? '';
  if (messageId !== '' && messageId.length <= KEY_CHARACTERS_MAX) return messageId;
  return `sha256:${createHash('sha256').update(source).digest('hex')}`;
}
