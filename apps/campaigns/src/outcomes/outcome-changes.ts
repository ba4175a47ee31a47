import type { Campaign } from '../campaigns/index.ts';
import { OPEN_STATUSES, type Enrollment, type EnrollmentChange } from '../enrollments/index.ts';
import { withoutPersonalData, type Send } from '../sends/index.ts';
import type { FeedbackOutcome } from '../feedback/index.ts';
import type { Applied, SendEvent, Subject } from './applied.ts';
import { applyFeedback } from './apply-feedback.ts';
import { applyWorkerOutcome, arrived } from './apply-worker-outcome.ts';
import { isUndecided, keepFeedback, mayHaveArrived, showsArrival } from './keep-feedback.ts';
import type { Outcome } from './outcome.ts';
import type { SendChange } from './ports.ts';

export interface AppliedOutcome {
  readonly before: Subject;
  readonly applied: Applied;
  readonly at: Date;
  readonly isFeedback: boolean;
}

export interface OutcomeEvents {
  readonly campaign: Campaign;
  readonly enrollmentId: string;
  readonly events: readonly SendEvent[];
}

/** Applies outcomes one after the other, so that a later one of the same send or enrollment sees the earlier ones. */
export class Changes {
  readonly applied: AppliedOutcome[] = [];
  readonly #original: ReadonlyMap<string, Subject>;
  readonly #sends: Map<string, Send | undefined>;
  readonly #originalEnrollments: ReadonlyMap<string, Enrollment>;
  readonly #enrollments: Map<string, Enrollment>;

  constructor(subjects: ReadonlyMap<string, Subject>) {
    this.#original = subjects;
    this.#sends = new Map([...subjects].map(([id, { send }]) => [id, send]));
    this.#originalEnrollments = byId([...subjects.values()].map(({ enrollment }) => enrollment));
    this.#enrollments = new Map(this.#originalEnrollments);
  }

  apply(outcome: Outcome): void {
    this.#apply(outcome);
    for (const kept of this.#takeKept(outcome.sendId)) this.#apply(kept);
  }

  #apply(outcome: Outcome): void {
    const before = this.#subject(outcome.sendId);
    if (before === undefined) return;
    if (!isFeedback(outcome)) {
      this.#add({ before, applied: applyWorkerOutcome(before, outcome), at: outcome.at, isFeedback: false });
      return;
    }
    const isProof = showsArrival(outcome) && mayHaveArrived(before.send);
    const proof = isProof ? arrived(before, outcome.at) : undefined;
    this.#add({ before, applied: proof, at: outcome.at, isFeedback: false });
    const proven = this.#subject(outcome.sendId) ?? before;
    const apply = isUndecided(proven.send) ? keepFeedback : applyFeedback;
    this.#add({ before: proven, applied: apply(proven, outcome), at: outcome.at, isFeedback: true });
  }

  #subject(sendId: string): Subject | undefined {
    const original = this.#original.get(sendId);
    const send = this.#sends.get(sendId);
    const enrollment = original && this.#enrollments.get(original.enrollment.id);
    if (original === undefined || send === undefined || enrollment === undefined) return undefined;
    return { ...original, send, enrollment };
  }

  #add({
    applied: found,
    ...rest
  }: Omit<AppliedOutcome, 'applied'> & { applied: Applied | undefined }): void {
    if (found === undefined) return;
    const { send, enrollment } = rest.before;
    const own = send.thread_id === undefined ? found : ofAnswer(found);
    const applied = send.contact_email === null ? ofErasedContact(own) : own;
    this.#sends.set(send.id, applied.send);
    if (applied.enrollment !== undefined) this.#enrollments.set(enrollment.id, applied.enrollment);
    this.applied.push({ ...rest, applied });
  }

  /** The feedback that has waited for a decision about its email. */
  #takeKept(sendId: string): readonly FeedbackOutcome[] {
    const send = this.#sends.get(sendId);
    const kept = send?.kept_feedback ?? [];
    if (send === undefined || kept.length === 0 || isUndecided(send)) return [];
    this.#sends.set(sendId, { ...send, kept_feedback: [] });
    return kept;
  }

  changedIds(): ReadonlySet<string> {
    return new Set(this.applied.map(({ before }) => before.send.id));
  }

  /** The changed sends, in their next version. */
  sendChanges(): readonly SendChange[] {
    return [...this.changedIds()].flatMap((id) => {
      const before = this.#original.get(id)?.send;
      const send = this.#sends.get(id);
      if (before === undefined || send === undefined) return [];
      return [{ before, after: { ...send, version: send.version + 1 } }];
    });
  }

  /** The changed sends that are not removed, with the records as they were read. */
  changedSubjects(): readonly { readonly before: Subject; readonly after: Send }[] {
    return this.sendChanges().flatMap(({ after }) => {
      const before = this.#original.get(after.id);
      return before === undefined ? [] : [{ before, after }];
    });
  }

  removedIds(): readonly string[] {
    return [...this.changedIds()].filter((id) => this.#sends.get(id) === undefined);
  }

  enrollmentChanges(): readonly EnrollmentChange[] {
    return [...this.#originalEnrollments.values()].flatMap((before) => {
      const after = this.#enrollments.get(before.id);
      if (after === undefined || after === before) return [];
      return [{ before, after: { ...after, version: before.version + 1 } }];
    });
  }

  /** The emails that were sent in enrollments with a thread. */
  sentInThreads(): readonly { readonly threadId: string; readonly send: Send }[] {
    return this.sendChanges().flatMap(({ before, after: send }) => {
      const threadId = this.#original.get(send.id)?.enrollment.thread_id ?? null;
      const isSent = before.sent_at === null && send.sent_at !== null;
      // An answer is in its thread since it was written.
      return threadId !== null && isSent && send.thread_id === undefined ? [{ threadId, send }] : [];
    });
  }

  /** Ids of enrollments that ended by feedback, so that a further email of them can be queued. */
  endedByFeedback(): readonly string[] {
    const ids = this.applied.flatMap(({ before, isFeedback: isOf }) => (isOf ? [before.enrollment.id] : []));
    return [...new Set(ids)].filter((id) => {
      const isOpenNow = isOpen(this.#enrollments.get(id));
      return isOpen(this.#originalEnrollments.get(id)) && !isOpenNow;
    });
  }

  /** The events by outcome, with the versions of the saved sends. */
  get events(): readonly OutcomeEvents[] {
    return this.applied.map(({ before: { campaign, enrollment }, applied: { events = [] } }) => ({
      campaign,
      enrollmentId: enrollment.id,
      events: events.map((event) => ({
        ...event,
        send: { ...event.send, version: event.send.version + 1 },
      })),
    }));
  }

  /** The campaigns of the outcomes that meet the condition. */
  campaignsWith(condition: (applied: Applied) => boolean): readonly Campaign[] {
    const found = this.applied.filter(({ applied }) => condition(applied));
    return [...new Map(found.map(({ before: { campaign } }) => [campaign.id, campaign])).values()];
  }
}

/** An answer counts for its account only. It changes no enrollment and no campaign, and has no events of emails. */
function ofAnswer({ send, account, isReleased, suppression }: Applied): Applied {
  return {
    send,
    ...(account !== undefined && { account }),
    ...(isReleased !== undefined && { isReleased }),
    ...(suppression !== undefined && { suppression }),
  };
}

/** An erased contact has no personal data in its sends, and no further events. */
function ofErasedContact(applied: Applied): Applied {
  const { send } = applied;
  return { ...applied, events: [], ...(send !== undefined && { send: withoutPersonalData(send) }) };
}

function isFeedback(outcome: Outcome): outcome is FeedbackOutcome {
  return !('token' in outcome);
}

function isOpen(enrollment: Enrollment | undefined): boolean {
  return enrollment !== undefined && OPEN_STATUSES.includes(enrollment.status);
}

export function byId<Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
