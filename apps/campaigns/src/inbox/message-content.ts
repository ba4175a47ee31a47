import { INBOX_LIMITS } from '@outreach/contracts-campaigns/inbox';
import { cutText, sanitiseHtml } from '../html/index.ts';
import { headerOf, type InboundMessage, type RawContent, type ReceivedFile } from './message.ts';
import { textOfHtml } from './text-of-html.ts';

const { bodyBytesMax: BODY_BYTES_MAX } = INBOX_LIMITS;
const NAME_CHARACTERS_MAX = 200;
const SUBJECT_CHARACTERS_MAX = 998;
const ADDRESSES_MAX = 50;
const MESSAGE_ID_CHARACTERS_MAX = 500;
/** Of a long conversation, its first and its last messages. */
const REFERENCES_MAX = 30;
const FILE_NAME_CHARACTERS_MAX = 255;
const TYPE_CHARACTERS_MAX = 127;

/** A received message as a thread stores it. */
export interface MessageContent {
  readonly from: { readonly name: string | null; readonly email: string };
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  readonly body_text: string;
  readonly body_html: string | null;
  readonly truncated: boolean;
  readonly message_id: string | null;
  readonly references: readonly string[];
  readonly attachments: readonly {
    readonly file_name: string | null;
    readonly content_type: string;
    readonly size: number;
  }[];
}

export function toContent(
  message: Pick<InboundMessage, 'headers' | 'from' | 'subject'>,
  raw: RawContent,
): MessageContent {
  const header = (name: string): string => headerOf(message, name) ?? '';
  return {
    from: { name: nameOf(header('from')), email: message.from ?? '' },
    to: addressesIn(message.headers.get('to') ?? []),
    cc: addressesIn(message.headers.get('cc') ?? []),
    subject: oneLine(message.subject).slice(0, SUBJECT_CHARACTERS_MAX),
    message_id: messageIdOf(header('message-id')),
    references: referencesOf(header('references'), header('in-reply-to')),
    attachments: raw.files.map(toAttachment),
    ...toBodies(raw),
  };
}

function toBodies({
  text,
  html,
  isCut,
}: RawContent): Pick<MessageContent, 'body_text' | 'body_html' | 'truncated'> {
  const sanitised = html.trim() === '' ? undefined : sanitiseHtml(html, BODY_BYTES_MAX);
  const own = text.trim() === '' ? textOfHtml(sanitised?.html ?? '') : text;
  const written = own.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '').trim();
  const body_text = cutText(written, BODY_BYTES_MAX);
  const isShortened = sanitised?.isCut === true || body_text !== written;
  return { body_text, body_html: sanitised?.html ?? null, truncated: isCut || isShortened };
}

/** Without control characters and invisible ones, such as those that reverse the direction. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
}

/** The name before the address in angle brackets. */
function nameOf(from: string): string | null {
  const end = from.lastIndexOf('<');
  if (end <= 0) return null;
  const name = oneLine(from.slice(0, end)).replaceAll(/^"|"$/g, '').replaceAll(/\\(.)/g, '$1').trim();
  return name === '' ? null : name.slice(0, NAME_CHARACTERS_MAX);
}

/** Addresses of a list, in lower case. Names in quotes can contain other addresses. */
function addressesIn(lists: readonly string[]): readonly string[] {
  const found = lists.flatMap((list) =>
    list
      .replaceAll(/"[^"]*"/g, '')
      .split(/[,;]/, 2 * ADDRESSES_MAX)
      .flatMap((item) => /<([^<>\s]{1,254})>/.exec(item)?.[1] ?? /[^\s<>"():]{1,254}/.exec(item)?.[0] ?? []),
  );
  const addresses = found.filter((one) => /^[^@]+@[^@]+$/.test(one)).map((one) => one.toLowerCase());
  return [...new Set(addresses)].slice(0, ADDRESSES_MAX);
}

function messageIdOf(header: string): string | null {
  return idsIn(header)[0] ?? (/^[^\s<>]{1,500}$/.test(header.trim()) ? header.trim() : null);
}

function idsIn(header: string): readonly string[] {
  const ids = [...header.matchAll(/<([^<>\s]+)>/g)].map(([, id = '']) => id);
  return ids.filter((id) => id.length <= MESSAGE_ID_CHARACTERS_MAX);
}

function referencesOf(references: string, inReplyTo: string): readonly string[] {
  const ids = [...new Set([...idsIn(references), ...idsIn(inReplyTo).slice(0, 1)])];
  return ids.length <= REFERENCES_MAX ? ids : [...ids.slice(0, 1), ...ids.slice(1 - REFERENCES_MAX)];
}

function toAttachment({ name, contentType, size }: ReceivedFile): MessageContent['attachments'][number] {
  const file = oneLine((name ?? '').slice(-4 * FILE_NAME_CHARACTERS_MAX).replace(/^.*[/\\]/su, ''));
  const type = contentType.toLowerCase();
  const isType = /^[\w.+-]+\/[\w.+-]+$/.test(type) && type.length <= TYPE_CHARACTERS_MAX;
  return {
    file_name: file === '' || file === '.' || file === '..' ? null : file.slice(0, FILE_NAME_CHARACTERS_MAX),
    content_type: isType ? type : 'application/octet-stream',
    size,
  };
}
