import type { ReplyToThreadRequest } from '@outreach/contracts-campaigns/gen/inbox.ts';
import { INBOX_LIMITS } from '@outreach/contracts-campaigns/inbox';
import { scanHtml } from '../html/index.ts';
import type { MessageBody } from '../threads/index.ts';
import { quoteHtml, quoteText, type QuotedMessage } from './quote-message.ts';
import { requireSize } from './reply-input.ts';
import { htmlOf } from './text-as-html.ts';

const { bodyBytesMax } = INBOX_LIMITS;
const GAP = '\n\n';
const HTML_GAP = '<br>\n';

export interface ReplyBodyParts {
  readonly input: Pick<ReplyToThreadRequest, 'body_text' | 'body_html'>;
  /** The rendered signature of the account; empty without one. */
  readonly signature: string;
  /** Undefined without a message whose text is stored. */
  readonly quoted: QuotedMessage | undefined;
  /** The zone of the dates. */
  readonly zone: string;
}

/**
 * The bodies of an answer as they are sent: the text of the user, the signature, and the quoted message, which is cut so
 * that each body stays within its limit. @throws AppError invalid_argument on `body_text` and `body_html`.
 */
export function replyBody({ input, signature, quoted, zone }: ReplyBodyParts): MessageBody {
  const text = [input.body_text.trimEnd(), ...(signature === '' ? [] : [signature])].join(GAP);
  requireSize('body_text', text);
  const options = (body: string, gap: string) => ({
    zone,
    bytesMax: bodyBytesMax - Buffer.byteLength(body) - Buffer.byteLength(gap),
  });
  const textQuote = quoted === undefined ? '' : quoteText(quoted, options(text, GAP));
  const body_text = textQuote === '' ? text : `${text}${GAP}${textQuote}`;
  if (input.body_html === undefined) return { body_text, body_html: null };
  const html = withEnd(input.body_html, signature === '' ? '' : `${HTML_GAP}<div>${htmlOf(signature)}</div>`);
  requireSize('body_html', html);
  const htmlQuote = quoted === undefined ? '' : quoteHtml(quoted, options(html, HTML_GAP));
  return { body_text, body_html: htmlQuote === '' ? html : withEnd(html, `${HTML_GAP}${htmlQuote}`) };
}

/** Adds HTML at the end of the content: before the end tags of a whole document. */
function withEnd(html: string, added: string): string {
  let end = html.length;
  scanHtml(html, {
    onTag: ({ name, isClosing, start }) => {
      if (isClosing && (name === 'body' || (name === 'html' && end === html.length))) end = start;
      return true;
    },
  });
  return `${html.slice(0, end)}${added}${html.slice(end)}`;
}
