import { sendStates } from '@outreach/contracts-campaigns';
import type { Enrollment } from '../enrollments/index.ts';
import {
  isAutomatic,
  type BounceReported,
  type Clicked,
  type Complained,
  type FeedbackOutcome,
  type Opened,
  type Replied,
} from '../feedback/index.ts';
import type { Send } from '../sends/index.ts';
import { replyCounters } from '../stats/index.ts';
import type { Applied, SendEvent, Subject } from './applied.ts';
import { confirmed, failureReported } from './apply-platform-report.ts';
import { nextStatus, smtpFields } from './apply-worker-outcome.ts';
import { stopIfOpen } from './enrollment-progress.ts';

/** Applies what happened after an email was sent. Undefined if it changes nothing. */
export function applyFeedback(subject: Subject, outcome: FeedbackOutcome): Applied | undefined {
  // Only emails that left the system have opens, replies or reports. An unsubscribe is never refused.
  if (subject.send.sent_at === null && outcome.kind !== 'unsubscribed') return undefined;
  switch (outcome.kind) {
    case 'confirmed':
      return confirmed(subject, outcome);
    case 'failure_reported':
      return failureReported(subject, outcome);
    case 'opened':
      return opened(subject, outcome);
    case 'clicked':
      return clicked(subject, outcome);
    case 'unsubscribed':
      return unsubscribed(subject, outcome.at);
    case 'replied':
      return replied(subject, outcome);
    case 'bounce_reported':
      return bounceReported(subject, outcome);
    case 'complained':
      return complained(subject, outcome);
  }
}

function opened({ send: before, enrollment }: Subject, { at, isMachine }: Opened): Applied {
  if (isMachine) {
    const send: Send = { ...before, machine_open_count: before.machine_open_count + 1 };
    return { send, events: [{ type: 'machine_opened', send }] };
  }
  const isFirst = before.opened_at === null;
  const send: Send = { ...before, opened_at: before.opened_at ?? at, open_count: before.open_count + 1 };
  return {
    send,
    enrollment: { ...enrollment, opened: true },
    counted: [{ at, counts: { opened: 1, ...(isFirst && { unique_opened: 1 }) } }],
    events: [{ type: 'opened', send }],
  };
}

function clicked({ send: before }: Subject, { at, isMachine }: Clicked): Applied {
  if (isMachine) {
    const send: Send = { ...before, machine_click_count: before.machine_click_count + 1 };
    return { send, events: [{ type: 'machine_clicked', send }] };
  }
  const isFirst = before.clicked_at === null;
  const send: Send = { ...before, clicked_at: before.clicked_at ?? at, click_count: before.click_count + 1 };
  return {
    send,
    counted: [{ at, counts: { clicked: 1, ...(isFirst && { unique_clicked: 1 }) } }],
    events: [{ type: 'clicked', send }],
  };
}

/** An email counts as unsubscribed once. Every time suppresses the address: a user may have deleted its suppression. */
function unsubscribed({ send: before, enrollment, campaign }: Subject, at: Date): Applied {
  const stop = {
    // Without stop_on_unsubscribe the suppression stops the enrollment, for another reason.
    enrollment: campaign.stop_on_unsubscribe ? stopIfOpen(enrollment, 'unsubscribed', at) : enrollment,
    suppression: 'unsubscribed',
  } as const;
  if (before.unsubscribed_at !== null) return { send: before, ...stop };
  const send: Send = { ...before, unsubscribed_at: at };
  return {
    send,
    ...stop,
    counted: [{ at, counts: { unsubscribed: 1 } }],
    events: [{ type: 'unsubscribed', send }],
  };
}

function replied(subject: Subject, { at, intent, snippet }: Replied): Applied {
  const { enrollment, campaign } = subject;
  const counts = { ...subject.send.reply_counts, [intent]: (subject.send.reply_counts[intent] ?? 0) + 1 };
  const answered: Send = { ...subject.send, reply_counts: counts };
  const counted = replyCounters.of(intent);
  if (isAutomatic(intent))
    return {
      send: answered,
      counted: [{ at, counts: counted }],
      events: [{ type: 'auto_replied', send: answered, reply: { intent, snippet } }],
    };
  const send: Send = { ...answered, replied_at: answered.replied_at ?? at };
  const noted: Enrollment = { ...enrollment, replied: true };
  const replyCounts = { ...counted, ...(!enrollment.replied && { unique_replied: 1 }) };
  const reply: Applied = {
    send,
    enrollment: campaign.stop_on_reply ? stopIfOpen(noted, 'replied', at) : noted,
    counted: [{ at, counts: replyCounts }],
    events: [{ type: 'replied', send, reply: { intent, snippet } }],
    ...(campaign.stop_on_domain_reply && { stopsDomain: true }),
  };
  return intent === 'unsubscribe'
    ? withUnsubscribe(reply, { ...subject, send, enrollment: noted }, at)
    : reply;
}

/** A reply that asks for no further email has the effect of the unsubscribe link too. */
function withUnsubscribe(reply: Applied, subject: Subject, at: Date): Applied {
  const left = unsubscribed(subject, at);
  const events: readonly SendEvent[] = [...(reply.events ?? []), ...(left.events ?? [])];
  return {
    ...reply,
    ...left,
    ...(reply.enrollment?.status === 'stopped' && { enrollment: reply.enrollment }),
    counted: [...(reply.counted ?? []), ...(left.counted ?? [])],
    events,
  };
}

/** A report after the server had accepted the email. The second report of an email changes nothing. */
function bounceReported(subject: Subject, outcome: BounceReported): Applied | undefined {
  const { send: before, enrollment } = subject;
  const { at, reply, classification, type } = outcome;
  if (sendStates.next(before.status, 'bounce') === undefined) return undefined;
  const send: Send = {
    ...before,
    ...smtpFields(reply),
    status: nextStatus(before, 'bounce'),
    bounced_at: at,
    bounce_classification: classification,
    bounce_type: type,
  };
  const isHard = type === 'hard';
  const deliveredAt = before.delivered_at;
  return {
    send,
    enrollment: stopIfOpen({ ...enrollment, bounced: true }, 'bounced', at),
    counted: [
      { at, counts: { bounced: 1 } },
      ...(deliveredAt === null ? [] : [{ at: deliveredAt, counts: { delivered: -1 } }]),
    ],
    ...(isHard && { rates: { hardBounces: 1 }, account: { hard_bounced: 1 } }),
    bounce: { classification, type },
    events: [{ type: 'bounced', send, bounce: { classification, type, smtp_code: reply.code } }],
    ...(isHard && { suppression: 'hard_bounce' as const }),
  };
}

/** An email is complained about once. */
function complained({ send: before, enrollment }: Subject, { at }: Complained): Applied | undefined {
  if (before.complained_at !== null) return undefined;
  const send: Send = { ...before, complained_at: at };
  return {
    send,
    enrollment: stopIfOpen(enrollment, 'complained', at),
    counted: [{ at, counts: { spam_complaints: 1 } }],
    rates: { complaints: 1 },
    account: { complaints: 1 },
    events: [{ type: 'complained', send }],
    suppression: 'spam_complaint',
  };
}
