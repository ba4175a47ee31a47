import {
  emailAutoReplied,
  emailBounced,
  emailClicked,
  emailDelivered,
  emailFailed,
  emailOpened,
  emailReplied,
  emailSent,
  emailSpamComplaint,
  emailUnsubscribed,
} from '@outreach/contracts-campaigns/events';
import { inboxMessageSent } from '@outreach/contracts-campaigns/inbox-events';
import {
  engagementMachineClicked,
  engagementMachineOpened,
  enrollmentCompleted,
  enrollmentEnrolled,
  enrollmentStopped,
} from '@outreach/contracts-campaigns/internal-events';
import type { enrollmentRefSchema, sendRefSchema } from '@outreach/contracts-campaigns/records';
import type { EngagementEventType } from '@outreach/contracts-contacts/engagement';
import { isEvent, type DomainEvent, type EventDefinition } from '@outreach/event-schema';
import type { z } from 'zod';
import type { EngagementEvent } from './engagement-event.ts';

/** Maximum length of a metadata text, in UTF-16 code units; longer texts are cut. */
const TEXT_LENGTH_MAX = 1_000;

type Metadata = Readonly<Record<string, unknown>>;
type EventFields = Omit<EngagementEvent, 'id' | 'event_type' | 'occurred_at' | 'is_machine'>;

export interface TimelineMapping {
  readonly definition: EventDefinition;
  /** The timeline event; undefined for an event of another definition. */
  toEngagement(event: DomainEvent): EngagementEvent | undefined;
}

interface EngagementKind {
  readonly type: EngagementEventType;
  readonly isMachine?: boolean;
}

const byMachine = { isMachine: true };

/** The events of the campaigns service that appear on timelines. */
export const CAMPAIGN_EVENTS: readonly TimelineMapping[] = [
  mail(emailSent, { type: 'email_sent' }, ({ subject }) => ({ subject })),
  mail(emailDelivered, { type: 'email_delivered' }, ({ subject, smtp_code }) => ({ subject, smtp_code })),
  mail(emailOpened, { type: 'email_opened' }, ({ subject }) => ({ subject })),
  mail(emailClicked, { type: 'email_clicked' }, ({ subject }) => ({ subject })),
  mail(emailReplied, { type: 'email_replied' }, ({ subject, reply }) => ({ subject, ...reply })),
  mail(emailAutoReplied, { type: 'email_auto_replied', ...byMachine }, ({ subject, reply }) => ({
    subject,
    ...reply,
  })),
  mail(emailBounced, { type: 'email_bounced' }, ({ subject, bounce, enhanced_code }) => ({
    subject,
    classification: bounce.classification,
    bounce_type: bounce.type,
    smtp_code: bounce.smtp_code,
    enhanced_code,
  })),
  mail(emailFailed, { type: 'email_failed' }, ({ subject, error, smtp_code }) => ({
    subject,
    error,
    smtp_code,
  })),
  mail(emailUnsubscribed, { type: 'email_unsubscribed' }, ({ subject }) => ({ subject })),
  mail(emailSpamComplaint, { type: 'email_spam_complaint' }, ({ subject }) => ({ subject })),
  mail(engagementMachineOpened, { type: 'email_opened', ...byMachine }, () => ({})),
  mail(engagementMachineClicked, { type: 'email_clicked', ...byMachine }, () => ({})),
  mapping(inboxMessageSent, { type: 'email_answered' }, ({ thread, message }) => ({
    contact_id: thread.contact.id,
    campaign_id: thread.campaign_id,
    enrollment_id: thread.enrollment_id,
    send_id: null,
    step_number: null,
    variant_id: null,
    sending_account_id: thread.sending_account_id,
    metadata: { subject: message.subject, thread_id: thread.id },
  })),
  enrollment(enrollmentEnrolled, 'enrolled', ({ sequence_id, source }) => ({ sequence_id, source })),
  enrollment(enrollmentCompleted, 'enrollment_completed', ({ sequence_id }) => ({ sequence_id })),
  enrollment(enrollmentStopped, 'enrollment_stopped', ({ sequence_id, stop_reason }) => ({
    sequence_id,
    stop_reason,
  })),
];

/** An event about a send or its mail. */
function mail<Schema extends z.ZodType<z.output<typeof sendRefSchema>>>(
  definition: EventDefinition<string, Schema>,
  kind: EngagementKind,
  metadata: (data: z.output<Schema>) => Metadata,
): TimelineMapping {
  return mapping(definition, kind, (data) => ({
    contact_id: data.contact_id,
    campaign_id: data.campaign_id,
    enrollment_id: data.enrollment_id,
    send_id: data.id,
    step_number: data.step_number,
    variant_id: data.variant_id,
    sending_account_id: data.sending_account_id,
    metadata: metadata(data),
  }));
}

type EnrollmentRef = z.output<typeof enrollmentRefSchema>;

function enrollment(
  definition: EventDefinition<string, typeof enrollmentRefSchema>,
  type: EngagementEventType,
  metadata: (data: EnrollmentRef) => Metadata,
): TimelineMapping {
  return mapping(definition, { type }, (data) => ({
    contact_id: data.contact_id,
    campaign_id: data.campaign_id,
    enrollment_id: data.id,
    send_id: null,
    step_number: data.current_step === 0 ? null : data.current_step,
    variant_id: null,
    sending_account_id: data.sending_account_id,
    metadata: metadata(data),
  }));
}

function mapping<Schema extends z.ZodType>(
  definition: EventDefinition<string, Schema>,
  { type, isMachine = false }: EngagementKind,
  fieldsOf: (data: z.output<Schema>) => EventFields,
): TimelineMapping {
  return {
    definition,
    toEngagement: (event) => {
      if (!isEvent(definition, event)) return undefined;
      const fields = fieldsOf(event.data);
      return {
        ...fields,
        id: event.id.replace('evt_', 'eng_'),
        event_type: type,
        occurred_at: new Date(event.occurred_at),
        is_machine: isMachine,
        metadata: Object.fromEntries(Object.entries(fields.metadata).map(cut)),
      };
    },
  };
}

function cut([name, value]: [string, unknown]): [string, unknown] {
  return [name, typeof value === 'string' ? value.slice(0, TEXT_LENGTH_MAX) : value];
}
