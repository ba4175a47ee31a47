import type { NoticeCase } from '../corpus-case.ts';
import {
  exchangeReport,
  feedbackReport,
  gmailReport,
  notice,
  outOfOffice,
  postfixReport,
} from '../notices.ts';
import { CONTACT, MESSAGE_ID } from '../providers.ts';

const NO_MAILBOX = { kind: 'bounce', classification: 'invalid_mailbox', type: 'hard' } as const;
const ABSENT = { kind: 'auto_reply', intent: 'out_of_office' } as const;

const QMAIL = notice({
  from: 'MAILER-DAEMON@mx.shop.example',
  subject: 'failure notice',
  headers: ['Return-Path: <>'],
  text: `Hi. This is the qmail-send program at mx.shop.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<${CONTACT}>:
192.0.2.20 does not like recipient.
Remote host said: 550 5.1.1 User unknown
Giving up on 192.0.2.20.

--- Below this line is a copy of the message.

Return-Path: <sales@shop.example>
From: Sam Seller <sales@shop.example>
To: ${CONTACT}
Subject: Faster invoices
Message-ID: ${MESSAGE_ID}

Hi Jane, are you interested?`,
});

const EXIM = notice({
  from: 'Mail Delivery System <Mailer-Daemon@mx.shop.example>',
  subject: 'Mail delivery failed: returning message to sender',
  headers: ['Return-Path: <>', `X-Failed-Recipients: ${CONTACT}`, 'Auto-Submitted: auto-replied'],
  text: `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ${CONTACT}
    host mail.acme.example [192.0.2.20]
    SMTP error from remote mail server after RCPT TO:<${CONTACT}>:
    552 5.2.2 Mailbox is full

------ This is a copy of the message, including all the headers. ------

From: Sam Seller <sales@shop.example>
To: ${CONTACT}
Message-ID: ${MESSAGE_ID}

Hi Jane`,
});

const EXCHANGE_TEXT = notice({
  from: 'Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@acme.example>',
  subject: 'Undeliverable: Faster invoices',
  headers: ['X-MS-Exchange-Message-Is-Ndr:'],
  text: `Delivery has failed to these recipients or groups:

${CONTACT}
The email address you entered couldn't be found.

Diagnostic information for administrators:

Generating server: mail.acme.example

${CONTACT}
Remote Server returned '550 5.1.1 RESOLVER.ADR.RecipNotFound; not found'

Original message headers:

From: Sam Seller <sales@shop.example>
Message-ID: ${MESSAGE_ID}`,
});

export const TUNED_NOTICES: readonly NoticeCase[] = [
  {
    name: 'Gmail: no such user',
    expected: NO_MAILBOX,
    raw: gmailReport({
      status: '5.1.1',
      diagnostic:
        "smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try\n 550-5.1.1 double-checking the recipient's email address.",
    }),
  },
  {
    name: 'Exchange Online: blocked',
    expected: { kind: 'bounce', classification: 'spam_block', type: 'block' },
    raw: exchangeReport({
      status: '5.7.1',
      diagnostic:
        "smtp;550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent, part of their network is on our block list (S3140).",
    }),
  },
  {
    name: 'Postfix: user unknown, headers of the original only',
    expected: NO_MAILBOX,
    raw: postfixReport({
      status: '5.1.1',
      diagnostic: `smtp; 550 5.1.1 <${CONTACT}>: Recipient address rejected: User unknown`,
    }),
  },
  {
    name: 'Postfix: a status without detail',
    expected: { kind: 'bounce', classification: 'mailbox_full', type: 'soft' },
    raw: postfixReport({ status: '5.0.0', diagnostic: 'smtp; 552 5.2.2 Over quota' }),
  },
  {
    name: 'Postfix: delayed',
    expected: { kind: 'ignored' },
    raw: postfixReport({ action: 'delayed', status: '4.4.1', diagnostic: 'X-Postfix; Connection timed out' }),
  },
  {
    name: 'Postfix: delivered',
    expected: { kind: 'ignored' },
    raw: postfixReport({ action: 'delivered', status: '2.0.0', diagnostic: 'smtp; 250 2.0.0 Ok' }),
  },
  { name: 'qmail: a failure notice in plain text', expected: NO_MAILBOX, raw: QMAIL },
  {
    name: 'Exim: a failure in plain text',
    expected: { kind: 'bounce', classification: 'mailbox_full', type: 'soft' },
    raw: EXIM,
  },
  { name: 'Exchange: a failure in plain text', expected: NO_MAILBOX, raw: EXCHANGE_TEXT },
  {
    name: 'a feedback report about fraud',
    expected: { kind: 'complaint' },
    raw: feedbackReport({ type: 'fraud' }),
  },
  {
    name: 'a feedback report about no spam',
    expected: { kind: 'ignored' },
    raw: feedbackReport({ type: 'not-spam' }),
  },
  {
    name: 'Gmail: vacation responder',
    expected: ABSENT,
    raw: outOfOffice('gmail', 'Out of office Re: Faster invoices', 'I am on annual leave until 27 May.'),
  },
  {
    name: 'Exchange: absence in German',
    expected: ABSENT,
    raw: outOfOffice(
      'exchange',
      'Automatische Antwort: Faster invoices',
      'Ich bin bis zum 27. Mai nicht im Büro. In dringenden Fällen wenden Sie sich an meine Kollegin.',
    ),
  },
  {
    name: 'Exchange: absence in French',
    expected: ABSENT,
    raw: outOfOffice(
      'exchange',
      'Réponse automatique : Faster invoices',
      'Je suis absent du bureau jusqu’au 27 mai.',
    ),
  },
  {
    name: 'vacation: absence in Italian',
    expected: ABSENT,
    raw: outOfOffice('vacation', 'Fuori ufficio', 'Sono in ferie fino al 27 maggio.'),
  },
  {
    name: 'Lotus Notes: absence without headers of an automatic reply',
    expected: ABSENT,
    raw: outOfOffice(
      'lotus',
      'AUTO: Jane Doe is out of the office (returning 05/27/2024)',
      'I am out of the office until 05/27/2024.',
    ),
  },
  {
    name: 'an acknowledgement',
    expected: { kind: 'auto_reply', intent: 'auto_reply' },
    raw: notice({
      from: `Acme <${CONTACT}>`,
      subject: 'Thank you for contacting Acme',
      headers: ['X-Autoreply: yes', 'Precedence: auto_reply'],
      text: 'We have received your message and will reply within two business days.',
      isReply: true,
    }),
  },
  {
    name: 'a private message',
    expected: { kind: 'ignored' },
    raw: notice({
      from: 'Bob <bob@elsewhere.example>',
      subject: 'Lunch?',
      text: 'Pizza at noon? Not interested in sushi.',
    }),
  },
  {
    name: 'a message about undeliverable parcels',
    expected: { kind: 'ignored' },
    raw: notice({
      from: 'Bob <bob@elsewhere.example>',
      subject: 'Undeliverable parcels',
      text: 'The parcel 550 could not be delivered.',
    }),
  },
];
