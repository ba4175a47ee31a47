import type { FeedbackOutcome } from '../feedback/index.ts';
import type { Send } from '../sends/index.ts';
import type { Applied, Subject } from './applied.ts';
import { applyFeedback } from './apply-feedback.ts';

/** Feedback that one email keeps. */
const KEPT_MAX = 50;

/** True for an email that the server may have: no worker has a dialog about it, and an attempt has an unknown result. */
export function mayHaveArrived({ sent_at: sentAt, status, unknown_count: unknownCount = 0 }: Send): boolean {
  return sentAt === null && status !== 'sending' && unknownCount > 0;
}

/** False for the results of platforms: they are about emails whose submission is recorded. */
export function showsArrival({ kind }: FeedbackOutcome): boolean {
  return kind !== 'confirmed' && kind !== 'failure_reported';
}

/** True while a worker has to decide about an email: its feedback waits. */
export function isUndecided(send: Send): boolean {
  const isOpen = send.status === 'queued' || send.status === 'sending';
  return send.sent_at === null && isOpen && !mayHaveArrived(send);
}

/** Keeps feedback with its email until a worker has decided about it. An unsubscribe is in effect at once, too. */
export function keepFeedback(subject: Subject, outcome: FeedbackOutcome): Applied | undefined {
  const { send: before } = subject;
  const kept = before.kept_feedback ?? [];
  const applied = outcome.kind === 'unsubscribed' ? applyFeedback(subject, outcome) : undefined;
  if (kept.length >= KEPT_MAX || !showsArrival(outcome)) return applied;
  return { ...applied, send: { ...(applied?.send ?? before), kept_feedback: [...kept, outcome] } };
}
