import { automationOf, isAbsence } from './automatic-message.ts';
import { readDeliveryReport, type ReportedReply } from './delivery-report.ts';
import { readFeedbackReport } from './feedback-report.ts';
import type { InboundMessage } from './message.ts';
import { readPlainBounce } from './plain-bounce.ts';
import { repliedSendIds } from './send-references.ts';

/** The sends and contacts that a message may be about. */
export interface Candidates {
  /** Named by Message-IDs, the most probable first. */
  readonly sendIds: readonly string[];
  /** Addresses of the contact, in lower case: the latest send to one of them is meant if no send is named. */
  readonly addresses: readonly string[];
}

/** The class of a message, before the message is matched with a send. */
export type MessageClass =
  | (Candidates & { readonly kind: 'bounce'; readonly reply: ReportedReply })
  | (Candidates & { readonly kind: 'complaint' })
  | (Candidates & { readonly kind: 'auto_reply'; readonly isAbsence: boolean })
  | (Candidates & { readonly kind: 'reply' })
  | { readonly kind: 'ignored' };

const IGNORED = { kind: 'ignored' } as const;

/** The first match wins: delivery report, complaint, automatic message, reply. */
export function classifyMessage(message: InboundMessage): MessageClass {
  const report = readDeliveryReport(message);
  if (report !== undefined) return report.isFailure ? toBounce(report) : IGNORED;
  const feedback = readFeedbackReport(message);
  if (feedback !== undefined)
    return feedback.isComplaint
      ? { kind: 'complaint', sendIds: feedback.sendIds, addresses: feedback.recipients }
      : IGNORED;
  // A receipt is no answer (RFC 8098).
  if (message.contentType === 'multipart/report') return IGNORED;
  const bounce = readPlainBounce(message);
  if (bounce !== undefined) return bounce.isFailure ? toBounce(bounce) : IGNORED;
  const sendIds = repliedSendIds(message);
  const from = message.from === null ? [] : [message.from];
  const automation = automationOf(message);
  if (automation === undefined) return { kind: 'reply', sendIds, addresses: from };
  // A newsletter of a contact is no answer; a responder names the email.
  const addresses = automation === 'bulk' ? [] : from;
  return { kind: 'auto_reply', sendIds, addresses, isAbsence: isAbsence(message) };
}

interface Failure {
  readonly sendIds: readonly string[];
  readonly recipients: readonly string[];
  readonly reply: ReportedReply;
}

function toBounce({ sendIds, recipients, reply }: Failure): MessageClass {
  return { kind: 'bounce', sendIds, addresses: recipients, reply };
}
