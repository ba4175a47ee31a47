import type { ReplyToThreadRequest } from '@outreach/contracts-campaigns/gen/inbox.ts';
import { INBOX_LIMITS } from '@outreach/contracts-campaigns/inbox';
import { invalidField } from '@outreach/errors';
import { normaliseEmail } from '@outreach/values';

const { bodyBytesMax, ccMax } = INBOX_LIMITS;

/**
 * The request with texts that can be sent, and with normalised addresses in their order and positions. Empty HTML is none.
 * @throws AppError invalid_argument on `body_text`, `body_html`, `cc` and `cc[i]`.
 */
export function checkReply(input: ReplyToThreadRequest): ReplyToThreadRequest {
  const body_text = plain(input.body_text);
  if (body_text.trim() === '') throw invalidField('body_text', 'body_text must have text.');
  const body_html = input.body_html?.trim() ? plain(input.body_html) : undefined;
  if (input.cc.length > ccMax) throw invalidField('cc', `cc must be at most ${ccMax} items long.`);
  const cc = input.cc.map((address, index) => {
    const email = normaliseEmail(address);
    if (email === undefined) throw invalidField(`cc[${index}]`, `cc[${index}] must be an email address.`);
    return email;
  });
  return { ...input, body_text, body_html, cc };
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
