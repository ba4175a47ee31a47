import { INBOX_LIMITS } from '@outreach/contracts-campaigns/inbox';
import { invalidField } from '@outreach/errors';
import { normaliseEmail } from '@outreach/values';

const { bodyBytesMax, ccMax } = INBOX_LIMITS;

export interface ReplyInput {
  readonly threadId: string;
  readonly bodyText: string;
  /** Null for an answer without HTML. */
  readonly bodyHtml: string | null;
  readonly cc: readonly string[];
  /** True to answer addresses that have unsubscribed. */
  readonly despiteUnsubscribe: boolean;
}

/** An input whose texts can be sent. */
export interface CheckedInput extends ReplyInput {
  /** Normalised, in the order and with the positions of the input. */
  readonly cc: readonly string[];
}

/** @throws AppError invalid_argument on `body_text`, `body_html`, `cc` and `cc[i]`. */
export function checkReply(input: ReplyInput): CheckedInput {
  const bodyText = plain(input.bodyText);
  if (bodyText.trim() === '') throw invalidField('body_text', 'body_text must have text.');
  const bodyHtml = input.bodyHtml === null || input.bodyHtml.trim() === '' ? null : plain(input.bodyHtml);
  if (input.cc.length > ccMax) throw invalidField('cc', `cc must be at most ${ccMax} items long.`);
  const cc = input.cc.map((address, index) => {
    const email = normaliseEmail(address);
    if (email === undefined) throw invalidField(`cc[${index}]`, `cc[${index}] must be an email address.`);
    return email;
  });
  return { ...input, bodyText, bodyHtml, cc };
}

/** @throws AppError invalid_argument if a body is longer than a message may be. */
export function requireSize(field: 'body_text' | 'body_html', body: string): void {
  if (Buffer.byteLength(body) > bodyBytesMax)
    throw invalidField(field, `${field} must be at most ${bodyBytesMax} bytes long, with the signature.`);
}

/** Characters that no email can contain. */
function plain(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
