import type { NoticeCase } from '../corpus-case.ts';
import { exchangeReport, feedbackReport, gmailReport, notice, outOfOffice } from '../notices.ts';

/** Not used while the rules of the classifier are tuned. */
export const HELD_OUT_NOTICES: readonly NoticeCase[] = [
  {
    name: 'Gmail: the domain does not exist',
    expected: { kind: 'bounce', classification: 'invalid_domain', type: 'hard' },
    raw: gmailReport({ status: '5.1.2', diagnostic: 'smtp; 550 5.1.2 DNS Error: Domain name not found' }),
  },
  {
    name: 'Exchange Online: recipient not found',
    expected: { kind: 'bounce', classification: 'invalid_mailbox', type: 'hard' },
    raw: exchangeReport({
      status: '5.1.10',
      diagnostic:
        'smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient jane@acme.example not found by SMTP address lookup',
    }),
  },
  {
    name: 'Gmail: delayed',
    expected: { kind: 'ignored' },
    raw: gmailReport({
      action: 'delayed',
      status: '4.4.1',
      diagnostic: 'smtp; The recipient server did not accept our requests to connect.',
    }),
  },
  {
    name: 'a feedback report about spam',
    expected: { kind: 'complaint' },
    raw: feedbackReport({ type: 'abuse' }),
  },
  {
    name: 'Exchange: absence in Dutch',
    expected: { kind: 'auto_reply', intent: 'out_of_office' },
    raw: outOfOffice(
      'exchange',
      'Automatisch antwoord: Snellere facturen',
      'Ik ben afwezig tot en met 27 mei en heb geen toegang tot mijn mail.',
    ),
  },
  {
    name: 'Gmail: vacation responder in Portuguese',
    expected: { kind: 'auto_reply', intent: 'out_of_office' },
    raw: outOfOffice('gmail', 'Estou de férias Re: Faster invoices', 'Olá, estou de férias até 3 de junho.'),
  },
  {
    name: 'a ticket system',
    expected: { kind: 'auto_reply', intent: 'auto_reply' },
    raw: notice({
      from: 'Acme Support <support@acme.example>',
      subject: '[Ticket #48213] Faster invoices',
      headers: ['Auto-Submitted: auto-replied', 'X-Auto-Response-Suppress: All'],
      text: 'Your request has been received and is being reviewed by our support staff.',
      isReply: true,
    }),
  },
  {
    name: 'a newsletter',
    expected: { kind: 'ignored' },
    raw: notice({
      from: 'News <news@elsewhere.example>',
      subject: 'This week',
      headers: ['List-Id: <news.elsewhere.example>', 'Precedence: bulk'],
      text: 'Read what happened. Unsubscribe here.',
    }),
  },
];
