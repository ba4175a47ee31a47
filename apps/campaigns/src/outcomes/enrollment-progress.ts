import { changed, OPEN_STATUSES, stopped, type Enrollment, type StopReason } from '../enrollments/index.ts';
import { delayMsOf } from '../sequences/index.ts';
import type { Send } from '../sends/index.ts';
import type { Subject } from './applied.ts';

/** The enrollment after a stop. One that has ended stays as it is, but its queued email no longer goes out. */
export function stopIfOpen(enrollment: Enrollment, reason: StopReason, at: Date): Enrollment {
  if (enrollment.keeps_queued) return { ...enrollment, keeps_queued: false, updated_at: at };
  return OPEN_STATUSES.includes(enrollment.status) ? stopped(enrollment, reason, at) : enrollment;
}

/** The enrollment after an email of it was sent: the next step is due after its delay; the last step completes it. */
export function afterSent({ enrollment, steps }: Subject, send: Send, at: Date): Enrollment {
  const reached = {
    ...enrollment,
    current_step: send.step_number,
    sending_account_id: send.sending_account_id,
    sent_count: enrollment.sent_count + 1,
    last_sent_at: at,
    updated_at: at,
  };
  if (!OPEN_STATUSES.includes(enrollment.status)) return reached;
  const next = steps.find(({ step_number: number }) => number === send.step_number + 1);
  if (next !== undefined) {
    const dueAt = new Date(at.getTime() + delayMsOf(next));
    return { ...reached, next_step: next.step_number, next_send_at: dueAt, due_at: dueAt };
  }
  const ended = { ...reached, next_step: null, next_send_at: null, due_at: null };
  // The last step of a paused enrollment completes it too: nothing is left to resume.
  return { ...changed(ended, 'completed', at), completed_at: at };
}

/** The enrollment before its step was planned: the step is due now, and a first email may use another account. */
export function unplanned(enrollment: Enrollment, at: Date): Enrollment {
  if (!OPEN_STATUSES.includes(enrollment.status)) return enrollment;
  return {
    ...enrollment,
    due_at: at,
    next_send_at: null,
    sending_account_id: enrollment.sent_count === 0 ? null : enrollment.sending_account_id,
  };
}
