import { randomUUID } from 'node:crypto';
import { encode as encodeBase64, wrap as wrapBase64 } from 'nodemailer/lib/base64';
import { encodeWord, foldLines, quoteString } from 'nodemailer/lib/mime-funcs';
import MimeNode from 'nodemailer/lib/mime-node';
import { encode as encodeQuoted, wrap as wrapQuoted } from 'nodemailer/lib/qp';
import type { ComposeMessage } from './ports.ts';

// eslint-disable-next-line no-control-regex -- control characters are what it removes
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
/** A line of a header has at most 998 characters (RFC 5322); a longer word cannot be folded. */
const LONG_WORD = /\S{900}/;
const LINE_MAX = 76;
const ENCODED_WORD_MAX = 52;
/** Codes of characters: the last one of ASCII, and the letters. */
const DELETE_CODE = 0x7f;
const A_CODE = 0x61;
const Z_CODE = 0x7a;
const LOWER_CASE_BIT = 0x20;
const ENCODED_WORD = /=\?(?=[^?\s]*\?[bq]\?)/gi;
const ASCII = /^[\t\r\n\u0020-\u007e]*$/;
/** An address that a header contains as it is. */
const PLAIN_ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d.-]+$/i;

/**
 * Writes an email as MIME: header values are encoded by RFC 2047, lines are folded, bodies are encoded for 7 bits. Texts
 * of contacts and accounts can neither add a header nor an address: they have no control characters and no encoded words.
 */
export const composeMessage: ComposeMessage = (email) => {
  const { from, replyTo, inReplyTo, references, unsubscribeUrl } = email;
  const headers = [
    `From: ${mailbox('From', from.address, headerText(from.name ?? ''))}`,
    `To: ${mailbox('To', email.to)}`,
    ...(email.cc.length === 0 ? [] : [`Cc: ${email.cc.map((address) => mailbox('Cc', address)).join(', ')}`]),
    ...(replyTo === null ? [] : [`Reply-To: ${mailbox('Reply-To', replyTo)}`]),
    `Subject: ${encodeText(headerText(email.subject))}`,
    ...(inReplyTo === null ? [] : [`References: ${references.join(' ')}`]),
    `Date: ${email.date.toUTCString().replace('GMT', '+0000')}`,
    ...(unsubscribeUrl === null ? [] : ['List-Unsubscribe-Post: List-Unsubscribe=One-Click']),
    'MIME-Version: 1.0',
  ].map((line) => foldLines(line, LINE_MAX));
  // Servers that act on these headers, or quote them in reports, read them without line breaks.
  headers.push(
    `Message-ID: ${email.messageId}`,
    ...(inReplyTo === null ? [] : [`In-Reply-To: ${inReplyTo}`]),
    ...(unsubscribeUrl === null ? [] : [`List-Unsubscribe: <${unsubscribeUrl}>`]),
  );
  return Buffer.from([...headers, bodyOf(email), ''].join('\r\n'), 'latin1');
};

function bodyOf({ text, html }: Pick<Parameters<ComposeMessage>[0], 'text' | 'html'>): string {
  const plain = partOf('plain', text);
  if (html === null) return plain;
  // A body cannot contain a random boundary.
  const boundary = `=_${randomUUID()}`;
  return [
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    plain,
    `--${boundary}`,
    partOf('html', html),
    `--${boundary}--`,
  ].join('\r\n');
}

/** A text with its headers, in the shortest encoding for 7 bits that keeps it as it is. */
function partOf(subtype: 'plain' | 'html', text: string): string {
  const body = bodyText(text);
  const { encoding, encoded } = encodeBody(body);
  const type = `Content-Type: text/${subtype}; charset=utf-8`;
  return `${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${encoded}`;
}

const LONG_LINE = new RegExp(`[^\\n]{${LINE_MAX + 1}}`);

function encodeBody(body: string): { readonly encoding: string; readonly encoded: string } {
  if (ASCII.test(body) && !LONG_LINE.test(body)) return { encoding: '7bit', encoded: body };
  return isMostlyLatin(body)
    ? { encoding: 'quoted-printable', encoded: wrapQuoted(encodeQuoted(body), LINE_MAX) }
    : { encoding: 'base64', encoded: wrapBase64(encodeBase64(Buffer.from(body)), LINE_MAX) };
}

/** An address with a name, as the value of a header. */
function mailbox(header: string, address: string, name = ''): string {
  const written = PLAIN_ADDRESS.test(address) ? address : unusualAddress(header, address);
  return name === '' ? written : `${encodeName(name)} <${written}>`;
}

/** Quotes the local part, and encodes the domain, where that is necessary. */
function unusualAddress(header: string, address: string): string {
  const node = new MimeNode('text/plain');
  node.setHeader(header, { name: '', address });
  const line = node
    .buildHeaders()
    .split(/\r\n(?![ \t])/)
    .find((one) => one.startsWith(`${header}: `));
  return line?.slice(header.length + 2).replace(/\r\n/g, '') ?? '';
}

function encodeName(name: string): string {
  if (/^[\w ]*$/.test(name) && !LONG_WORD.test(name)) return name;
  return ASCII.test(name) && !LONG_WORD.test(name) ? quoteString(name) : encodeAsWords(name);
}

function encodeText(text: string): string {
  return ASCII.test(text) && !LONG_WORD.test(text) ? text : encodeAsWords(text);
}

function encodeAsWords(text: string): string {
  return encodeWord(text, isMostlyLatin(text) && !LONG_WORD.test(text) ? 'Q' : 'B', ENCODED_WORD_MAX);
}

/** True if fewer characters are outside of ASCII than letters inside of it. */
function isMostlyLatin(text: string): boolean {
  let latin = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > DELETE_CODE) latin -= 1;
    else if (isLetter(code)) latin += 1;
  }
  return latin > 0;
}

function isLetter(code: number): boolean {
  const lower = code | LOWER_CASE_BIT;
  return lower >= A_CODE && lower <= Z_CODE;
}

/** One line that a mail client shows as it is. */
function headerText(text: string): string {
  return text.toWellFormed().replace(CONTROL, ' ').replace(ENCODED_WORD, '= ?').trim();
}

/** NUL is not allowed in bodies (RFC 5322). Lines end with CRLF. */
function bodyText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/\r?\n|\r/g, '\r\n');
}
