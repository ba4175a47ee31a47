import {
  APPLE_QUOTE,
  APPLE_SIGNATURE,
  GMAIL_QUOTE,
  OUTLOOK_LABELS,
  THUNDERBIRD_QUOTE,
  YAHOO_QUOTE,
  type Language,
} from './quotes.ts';

export type { Language } from './quotes.ts';
export type Provider = 'gmail' | 'outlook' | 'outlookHtml' | 'apple' | 'thunderbird' | 'yahoo';

/** The local part of the Message-ID that the messages of the corpus are about. */
export const SEND_NAME = 'snd_01hzy3m5v2c8t4k6q9x7w1r0ba.5f1c0a9e3b7d2846';
export const MESSAGE_ID = `<${SEND_NAME}@shop.example>`;
export const CONTACT = 'jane@acme.example';

/** The quoted email has words of several intents. */
export const ORIGINAL = [
  'Hi Jane,',
  '',
  'are you interested in faster invoices? We could set up a call next week.',
  'Not the right person? Please forward this to a colleague.',
  'If this is not relevant, reply "unsubscribe" and I will stop emailing you.',
  '',
  'Sam',
];

export interface ReplyFormat {
  readonly language: Language;
  readonly text: string;
}

/** A raw reply to the original, as the provider writes it. */
export function replyOf(provider: Provider, format: ReplyFormat): string {
  return FORMATS[provider](format).replaceAll(/\r?\n/g, '\r\n');
}

const FORMATS: Readonly<Record<Provider, (format: ReplyFormat) => string>> = {
  gmail: gmailReply,
  outlook: outlookReply,
  outlookHtml: outlookHtmlReply,
  apple: appleReply,
  thunderbird: thunderbirdReply,
  yahoo: yahooReply,
};

function headers(messageId: string, ...further: readonly string[]): string {
  return [
    'Return-Path: <jane@acme.example>',
    'Delivered-To: sales@shop.example',
    'Received: from mail.acme.example (mail.acme.example [192.0.2.20]) by mx.shop.example; Tue, 14 May 2024 09:40:12 +0000',
    'From: Jane Doe <jane@acme.example>',
    'To: Sam Seller <sales@shop.example>',
    'Subject: Re: Faster invoices',
    'Date: Tue, 14 May 2024 11:40:10 +0200',
    `Message-ID: ${messageId}`,
    `In-Reply-To: ${MESSAGE_ID}`,
    `References: ${MESSAGE_ID}`,
    'MIME-Version: 1.0',
    ...further,
    '',
    '',
  ].join('\n');
}

const quoted = (): string => ORIGINAL.map((line) => `> ${line}`).join('\n');
const toHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>');

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64').replaceAll(/.{76}/g, '$&\n');
}

/** RFC 2045 quoted-printable. */
function quotedPrintable(text: string): string {
  const encode = (line: string): string =>
    [...Buffer.from(line, 'utf8')]
      .map((byte) =>
        byte < 32 || byte > 126 || byte === 61
          ? `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
          : String.fromCharCode(byte),
      )
      .join('')
      .replaceAll(/.{70}[^=][^=](?==?.)/g, '$&=\n');
  return text.split('\n').map(encode).join('\n');
}

function gmailReply({ language, text }: ReplyFormat): string {
  const quote = GMAIL_QUOTE[language];
  const html = `<div dir="ltr">${toHtml(text)}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${toHtml(quote)}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex">${toHtml(ORIGINAL.join('\n'))}</blockquote></div>`;
  return `${headers('<CAF1b2c3d4e5f6@mail.gmail.com>', 'Content-Type: multipart/alternative; boundary="000000000000a1b2c3"')}--000000000000a1b2c3
Content-Type: text/plain; charset="UTF-8"
Content-Transfer-Encoding: quoted-printable

${quotedPrintable(`${text}\n\n${quote}\n\n${quoted()}\n`)}
--000000000000a1b2c3
Content-Type: text/html; charset="UTF-8"
Content-Transfer-Encoding: quoted-printable

${quotedPrintable(html)}
--000000000000a1b2c3--
`;
}

function outlookOriginal(language: Language): string {
  const [from, sent, to, subject] = OUTLOOK_LABELS[language];
  const lines = [
    `${from} Sam Seller <sales@shop.example>`,
    `${sent} Tuesday, May 14, 2024 10:12 AM`,
    `${to} Jane Doe <jane@acme.example>`,
    `${subject} Faster invoices`,
  ];
  return `${lines.join('\n')}\n\n${ORIGINAL.join('\n')}`;
}

function outlookReply({ language, text }: ReplyFormat): string {
  const body = `${text}\n\n________________________________\n${outlookOriginal(language)}\n`;
  const type = ['Content-Type: text/plain; charset="utf-8"', 'Content-Transfer-Encoding: base64'];
  return `${headers('<AM6PR0102MB3456@AM6PR0102MB3456.eurprd01.prod.exchangelabs.com>', 'Thread-Topic: Faster invoices', 'X-MS-Has-Attach:', 'X-MS-TNEF-Correlator:', ...type)}${base64(body)}
`;
}

function outlookHtmlReply({ language, text }: ReplyFormat): string {
  const html = `<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><style>p{margin:0}</style></head><body><div class="elementToProof">${toHtml(text)}</div><div id="ms-outlook-mobile-signature">Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr">${toHtml(outlookOriginal(language))}</div></body></html>`;
  const type = ['Content-Type: text/html; charset="utf-8"', 'Content-Transfer-Encoding: base64'];
  return `${headers('<DB7PR04MB5678@DB7PR04MB5678.eurprd04.prod.outlook.com>', ...type)}${base64(html)}
`;
}

function appleReply({ language, text }: ReplyFormat): string {
  const original = `> ${APPLE_QUOTE[language]}\n> \n${quoted()}`;
  const body = `${text}\n\n${APPLE_SIGNATURE[language]}\n\n${original}\n`;
  const type = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'];
  return `${headers('<5E1B7C1A-8A44@acme.example>', 'X-Mailer: iPhone Mail (21E236)', ...type)}${quotedPrintable(body)}
`;
}

function thunderbirdReply({ language, text }: ReplyFormat): string {
  const body = `${THUNDERBIRD_QUOTE[language]}\n${quoted()}\n`;
  const type = [
    'Content-Type: text/plain; charset=UTF-8; format=flowed',
    'Content-Transfer-Encoding: 8bit',
    'User-Agent: Mozilla Thunderbird',
  ];
  const [own, signature] = text.split('\n\n-- \n');
  const end = signature === undefined ? '' : `\n-- \n${signature}\n`;
  return `${headers('<b7d1c0de-1f2e@acme.example>', ...type)}${own ?? ''}\n\n${body}${end}`;
}

function yahooReply({ language, text }: ReplyFormat): string {
  const body = ` ${text.replaceAll('\n', '\n ')}\n\n    ${YAHOO_QUOTE[language]}  \n \n ${ORIGINAL.join('\n ')}\n   `;
  const type = ['Content-Type: text/plain; charset=UTF-8', 'Content-Transfer-Encoding: quoted-printable'];
  return `${headers('<1234567.890@mail.yahoo.com>', 'X-Mailer: WebService/1.1.22321 YMailNorrin', ...type)}${quotedPrintable(body)}
`;
}
