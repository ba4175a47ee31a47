import MailComposer from 'nodemailer/lib/mail-composer';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import type { ComposeMessage } from './ports.ts';

// eslint-disable-next-line no-control-regex -- control characters are what it removes
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
/** A line of a header has at most 998 characters (RFC 5322); a longer word cannot be folded. */
const LONG_WORD = /\S{900}/;
const ENCODED_WORD_MAX = 52;
const ENCODED_WORD = /=\?(?=[^?\s]*\?[bq]\?)/gi;

/**
 * Writes an email as MIME: header values are encoded by RFC 2047, lines are folded, bodies are encoded for 7 bits. Texts
 * of contacts and accounts can neither add a header nor an address: they have no control characters and no encoded words.
 */
export const composeMessage: ComposeMessage = async (email) => {
  const { from, replyTo, inReplyTo, references, html } = email;
  const composer = new MailComposer({
    from: { name: from.name === null ? '' : headerText(from.name), address: from.address },
    to: { name: '', address: email.to },
    ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
    messageId: email.messageId,
    date: email.date,
    ...(inReplyTo === null ? {} : { inReplyTo, references: [...references] }),
    text: bodyText(email.text),
    ...(html === null ? {} : { html: bodyText(html) }),
    headers: {
      Subject: subjectOf(headerText(email.subject)),
      'List-Unsubscribe': { prepared: true, value: `<${email.unsubscribeUrl}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
};

function subjectOf(
  text: string,
): string | { readonly prepared: true; readonly foldLines: true; readonly value: string } {
  return LONG_WORD.test(text)
    ? { prepared: true, foldLines: true, value: encodeWord(text, 'B', ENCODED_WORD_MAX) }
    : text;
}

/** One line that a mail client shows as it is. */
function headerText(text: string): string {
  return text.toWellFormed().replace(CONTROL, ' ').replace(ENCODED_WORD, '= ?').trim();
}

/** NUL is not allowed in bodies (RFC 5322). */
function bodyText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
