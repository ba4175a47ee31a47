import type { FeedbackOutcome } from '../feedback/index.ts';
import type { Send } from './send.ts';

/** Fields that can contain the address or the name of the contact; servers repeat addresses in their replies. */
export const NO_PERSONAL_DATA = {
  contact_email: null,
  subject: null,
  sealed_rendering: null,
  smtp_response: null,
  error: null,
} as const;

/** The send of an erased contact. An outcome that arrives after the erasure adds no personal data to it. */
export function withoutPersonalData(send: Send): Send {
  const { kept_feedback: kept } = send;
  return {
    ...send,
    ...NO_PERSONAL_DATA,
    ...(kept !== undefined && { kept_feedback: kept.map(withoutText) }),
  };
}

function withoutText(outcome: FeedbackOutcome): FeedbackOutcome {
  if (outcome.kind === 'replied') return { ...outcome, snippet: '' };
  return outcome.kind === 'bounce_reported' ? { ...outcome, reply: { ...outcome.reply, text: '' } } : outcome;
}
