import { CONTACT, MESSAGE_ID, ORIGINAL } from './providers.ts';

const lines = (...texts: readonly string[]): string => texts.join('\n').replaceAll(/\r?\n/g, '\r\n');

/** Headers of the original, as reports contain them. */
const ORIGINAL_HEADERS = [
  'From: Sam Seller <sales@shop.example>',
  `To: Jane Doe <${CONTACT}>`,
  'Subject: Faster invoices',
  `Message-ID: ${MESSAGE_ID}`,
  'Date: Tue, 14 May 2024 10:12:33 +0200',
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
];

export interface NoticeOptions {
  readonly from: string;
  readonly subject: string;
  readonly headers?: readonly string[];
  readonly text: string;
  /** True with In-Reply-To and References of the original. */
  readonly isReply?: boolean;
}

/** A message with one text part. */
export function notice({ from, subject, headers = [], text, isReply = false }: NoticeOptions): string {
  return lines(
    `From: ${from}`,
    'To: Sam Seller <sales@shop.example>',
    `Subject: ${subject}`,
    'Date: Tue, 14 May 2024 10:13:00 +0200',
    'Message-ID: <notice-1@acme.example>',
    ...(isReply ? [`In-Reply-To: ${MESSAGE_ID}`, `References: ${MESSAGE_ID}`] : []),
    ...headers,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '',
  );
}

export interface ReportOptions {
  readonly action?: 'failed' | 'delayed' | 'delivered';
  readonly status: string;
  readonly diagnostic: string;
}

interface Report extends ReportOptions {
  readonly headers: readonly string[];
  readonly text: string;
  /** Without its body. */
  readonly isHeadersOnly?: boolean;
}

/** RFC 3464. */
function deliveryReport({
  action = 'failed',
  status,
  diagnostic,
  headers,
  text,
  isHeadersOnly,
}: Report): string {
  return lines(
    'Return-Path: <>',
    ...headers,
    'To: sales@shop.example',
    'Date: Tue, 14 May 2024 10:13:00 +0200',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="report-1"',
    '',
    '--report-1',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '',
    '--report-1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    'Arrival-Date: Tue, 14 May 2024 10:12:40 +0200',
    '',
    `Final-Recipient: rfc822; ${CONTACT}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Remote-MTA: dns; mail.acme.example',
    `Diagnostic-Code: ${diagnostic}`,
    '',
    '--report-1',
    `Content-Type: ${isHeadersOnly === true ? 'text/rfc822-headers' : 'message/rfc822'}`,
    '',
    ...ORIGINAL_HEADERS,
    '',
    ...(isHeadersOnly === true ? [] : ORIGINAL),
    '',
    '--report-1--',
    '',
  );
}

export function gmailReport(options: ReportOptions): string {
  return deliveryReport({
    ...options,
    headers: [
      'From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      `X-Failed-Recipients: ${CONTACT}`,
      'Auto-Submitted: auto-replied',
      'Subject: Delivery Status Notification (Failure)',
      'Message-ID: <6643170c.050a0220.mr@google.com>',
      `In-Reply-To: ${MESSAGE_ID}`,
      `References: ${MESSAGE_ID}`,
    ],
    text: `** Address not found **\n\nYour message wasn't delivered to ${CONTACT}.`,
  });
}

export function exchangeReport(options: ReportOptions): string {
  return deliveryReport({
    ...options,
    headers: [
      'From: <postmaster@acme.onmicrosoft.com>',
      'Subject: Undeliverable: Faster invoices',
      'Message-ID: <7e0b6c2d@acme.onmicrosoft.com>',
      'Auto-Submitted: auto-replied',
      'X-MS-Exchange-Message-Is-Ndr:',
    ],
    text: `Delivery has failed to these recipients or groups:\n\n${CONTACT}`,
  });
}

export function postfixReport(options: ReportOptions): string {
  return deliveryReport({
    ...options,
    headers: [
      'From: MAILER-DAEMON@mx.shop.example (Mail Delivery System)',
      'Subject: Undelivered Mail Returned to Sender',
      'Auto-Submitted: auto-replied',
      'Message-Id: <20240514081300.A1B2C3@mx.shop.example>',
    ],
    text: 'This is the mail system at host mx.shop.example.\n\nI am sorry to have to inform you that your message could not be delivered.',
    isHeadersOnly: true,
  });
}

/** RFC 5965. */
export function feedbackReport({ type }: { readonly type: string }): string {
  return lines(
    'From: <feedback@arf.mail.example>',
    'To: <fbl@shop.example>',
    'Subject: FW: Faster invoices',
    'Date: Tue, 14 May 2024 12:00:00 +0200',
    'Message-ID: <arf-1@arf.mail.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="arf-1"',
    '',
    '--arf-1',
    'Content-Type: text/plain; charset="US-ASCII"',
    '',
    'This is an email abuse report for an email message.',
    '',
    '--arf-1',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    'Original-Mail-From: <sales@shop.example>',
    `Original-Rcpt-To: <${CONTACT}>`,
    '',
    '--arf-1',
    'Content-Type: message/rfc822',
    'Content-Disposition: inline',
    '',
    ...ORIGINAL_HEADERS,
    '',
    ...ORIGINAL,
    '--arf-1--',
    '',
  );
}

type Responder = 'gmail' | 'exchange' | 'vacation' | 'lotus';

const RESPONDER_HEADERS: Readonly<Record<Responder, readonly string[]>> = {
  gmail: ['Precedence: bulk', 'X-Autoreply: yes', 'Auto-Submitted: auto-replied'],
  exchange: [
    'Auto-Submitted: auto-generated',
    'X-Auto-Response-Suppress: All',
    'x-ms-exchange-generated-message-source: Mailbox Rules Agent',
  ],
  vacation: ['Return-Path: <>', 'Precedence: junk', 'Auto-Submitted: auto-replied (vacation)'],
  lotus: ['X-Mailer: Lotus Domino Release 9.0.1'],
};

/** An absence notice. */
export function outOfOffice(responder: Responder, subject: string, text: string): string {
  return notice({
    from: `Jane Doe <${CONTACT}>`,
    subject,
    headers: RESPONDER_HEADERS[responder],
    text,
    isReply: responder !== 'lotus',
  });
}
