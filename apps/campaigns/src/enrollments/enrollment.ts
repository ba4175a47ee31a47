import { enrollmentStates } from '@outreach/contracts-campaigns';
import type { EnrollmentStatus } from '@outreach/contracts-campaigns/enrollment';
import type { ENROLLMENT_SOURCES, STOP_REASONS } from '@outreach/contracts-campaigns/records';
import type { Campaign } from '../campaigns/index.ts';
import type { Sequence } from '../sequences/index.ts';
import type { Candidate } from './candidate.ts';

export type StopReason = (typeof STOP_REASONS)[number];
export type EnrollmentSource = (typeof ENROLLMENT_SOURCES)[number];

/** A contact in a campaign and its progress in the sequence; one per campaign and contact. */
export interface Enrollment {
  readonly id: string;
  readonly workspace_id: string;
  readonly campaign_id: string;
  readonly sequence_id: string;
  readonly contact_id: string;
  /** Null once the contact has been erased. */
  readonly contact_email: string | null;
  /** SHA-256 of the address of an erased contact. */
  readonly address_digest?: string;
  /** The address with its domain first, such as `acme.com@jane`, so that one index finds addresses and domains. */
  readonly address_key: string | null;
  /** The zone of the contact; null if it is unknown. */
  readonly time_zone: string | null;
  /** The provider of the mailbox of the contact; null if it is unknown. */
  readonly mail_provider: string | null;
  /** Version of the contact that the address comes from. */
  readonly contact_version: number;
  readonly status: EnrollmentStatus;
  /** Set if the status is stopped. */
  readonly stop_reason: StopReason | null;
  /** Time of the event of the contact that stopped the enrollment; null for all other reasons. */
  readonly stopped_by_event_at: Date | null;
  /** True if the contact was removed and the email that was queued then still goes out. */
  readonly keeps_queued: boolean;
  readonly source: EnrollmentSource;
  /** Number of the last sent step; 0 before the first. */
  readonly current_step: number;
  readonly steps_total: number;
  readonly next_step: number | null;
  /** The time at which the next step is or can be sent, as the API shows it. */
  readonly next_send_at: Date | null;
  /** The time from which the next step can be planned; null while it is planned, and after the last step. */
  readonly due_at: Date | null;
  readonly last_sent_at: Date | null;
  readonly sending_account_id: string | null;
  readonly sent_count: number;
  readonly opened: boolean;
  readonly replied: boolean;
  readonly bounced: boolean;
  /** The conversation with the contact; null before its first reply. */
  readonly thread_id: string | null;
  readonly enrolled_at: Date;
  readonly completed_at: Date | null;
  readonly updated_at: Date;
  /** Grows with every change. */
  readonly version: number;
}

/** A new enrollment, or an enrollment before and after a change. */
export interface EnrollmentChange {
  readonly before: Enrollment | undefined;
  readonly after: Enrollment;
}

export interface NewEnrollment {
  readonly id: string;
  readonly at: Date;
  readonly candidate: Pick<Candidate, 'contactId' | 'email' | 'timeZone' | 'mailProvider'>;
  readonly campaign: Campaign;
  readonly sequence: Sequence;
  readonly source: EnrollmentSource;
}

/** An enrollment before its first step; it is pending while its campaign is not active. */
export function newEnrollment(options: NewEnrollment): Enrollment {
  const { id, at, candidate, campaign, sequence, source } = options;
  return {
    id,
    workspace_id: campaign.workspace_id,
    campaign_id: campaign.id,
    sequence_id: sequence.id,
    contact_id: candidate.contactId,
    contact_email: candidate.email,
    address_key: addressKey(candidate.email),
    time_zone: candidate.timeZone,
    mail_provider: candidate.mailProvider,
    contact_version: 0,
    status: campaign.status === 'active' ? 'active' : 'pending',
    stop_reason: null,
    stopped_by_event_at: null,
    keeps_queued: false,
    source,
    current_step: 0,
    steps_total: sequence.steps.length,
    next_step: sequence.steps.length === 0 ? null : 1,
    next_send_at: null,
    due_at: sequence.steps.length === 0 ? null : at,
    last_sent_at: null,
    sending_account_id: null,
    sent_count: 0,
    opened: false,
    replied: false,
    bounced: false,
    thread_id: null,
    enrolled_at: at,
    completed_at: null,
    updated_at: at,
    version: 1,
  };
}

/** `jane@acme.com` is `acme.com@jane`. */
export function addressKey(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(at + 1)}@${email.slice(0, at)}`;
}

/** Statuses in which further steps may be sent. */
export const OPEN_STATUSES: readonly EnrollmentStatus[] = enrollmentStates.statesOf('stop');

/** The enrollment after a stop before its last step. */
export function stopped(enrollment: Enrollment, reason: StopReason, at: Date): Enrollment {
  return {
    ...changed(enrollment, 'stopped', at),
    stop_reason: reason,
    next_step: null,
    next_send_at: null,
    due_at: null,
  };
}

/** The enrollment with another status. */
export function changed(enrollment: Enrollment, status: EnrollmentStatus, at: Date): Enrollment {
  return { ...enrollment, status, updated_at: at, version: enrollment.version + 1 };
}
