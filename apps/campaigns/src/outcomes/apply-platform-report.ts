import { sendStates } from '@outreach/contracts-campaigns';
import type { Enrollment } from '../enrollments/index.ts';
import type { Confirmed, FailureReported } from '../feedback/index.ts';
import type { Send } from '../sends/index.ts';
import type { Applied, Subject } from './applied.ts';
import { confirmedBy, nextStatus } from './apply-worker-outcome.ts';
import { stopIfOpen } from './enrollment-progress.ts';

/** A submitted email is delivered once. The clock of a platform can be behind. */
export function confirmed({ send }: Subject, { at }: Confirmed): Applied | undefined {
  return sendStates.next(send.status, 'confirm') === undefined ? undefined : confirmedBy({ send }, { at });
}

/**
 * A submitted email was not sent after all: it counts as sent no more. A report about an email that the recipient has
 * opened or answered is wrong and changes nothing.
 */
export function failureReported(
  { send: before, enrollment }: Subject,
  { at, error }: FailureReported,
): Applied | undefined {
  const { sent_at: sentAt } = before;
  if (before.status !== 'sent' || sentAt === null || hasFeedback(before)) return undefined;
  const send: Send = { ...before, status: nextStatus(before, 'fail'), sent_at: null, error };
  const isOnlyEmail = enrollment.sent_count === 1;
  return {
    send,
    enrollment: stopIfOpen(withoutEmail(enrollment, before), 'send_failed', at),
    counted: [{ at: sentAt, counts: { sent: -1, ...(isOnlyEmail && { contacted: -1 }) } }],
    rates: { sent: -1 },
    account: { sent: -1 },
    events: [{ type: 'failed', send }],
  };
}

function hasFeedback(send: Send): boolean {
  const times = [send.opened_at, send.clicked_at, send.unsubscribed_at, send.complained_at];
  return times.some((time) => time !== null) || Object.keys(send.reply_counts).length > 0;
}

/** The enrollment without an email that was counted as sent. */
function withoutEmail(enrollment: Enrollment, { step_number: number }: Send): Enrollment {
  const isLatest = enrollment.current_step === number;
  return {
    ...enrollment,
    sent_count: enrollment.sent_count - 1,
    current_step: isLatest ? number - 1 : enrollment.current_step,
  };
}
