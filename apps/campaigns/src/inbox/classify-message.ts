import type { SmtpReply } from '../feedback/index.ts';
import { automationOf, isAbsence } from './automatic-message.ts';
import { readDeliveryReport } from './delivery-report.ts';
import { readFeedbackReport } from './feedback-report.ts';
import type { InboundMessage } from './message.ts';
import { readPlainBounce } from './plain-bounce.ts';
import { repliedNames } from './send-references.ts';

/** The sends and contacts that a message may be about. */
export interface Candidates {
  /** Local parts of Message-IDs, the most probable first. Each one proves itself, or is a stranger's invention. */
  readonly names: readonly string[];
  /** In lower case: the latest email to this contact is meant if none is named. Null for reports: they must prove it. */
  readonly address: string | null;
}

/** The class of a message, before the message is matched with a send. */
export type MessageClass =
  | (Candidates & { readonly kind: 'bounce'; readonly reply: SmtpReply })
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
    return feedback.isComplaint ? { kind: 'complaint', names: feedback.names, address: null } : IGNORED;
  // A receipt is no answer (RFC 8098).
  if (message.contentType === 'multipart/report') return IGNORED;
  const bounce = readPlainBounce(message);
  if (bounce !== undefined) return bounce.isFailure ? toBounce(bounce) : IGNORED;
  const names = repliedNames(message);
  const automation = automationOf(message);
  if (automation === undefined) return { kind: 'reply', names, address: message.from };
  // A newsletter of a contact is no answer; a responder names the email.
  const address = automation === 'bulk' ? null : message.from;
  return { kind: 'auto_reply', names, address, isAbsence: isAbsence(message) };
}

interface Failure {
  readonly names: readonly string[];
  readonly reply: SmtpReply;
}

function toBounce({ names, reply }: Failure): MessageClass {
  return { kind: 'bounce', names, address: null, reply };
}
