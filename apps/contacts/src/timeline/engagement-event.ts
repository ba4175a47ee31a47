import type { EngagementEventType } from '@outreach/contracts-contacts/engagement';

/** An event on the timeline of a contact. It is never changed, and erased together with the contact. */
export interface EngagementEvent {
  /** Derived from the id of the received event, so that a redelivered event has the same id. */
  readonly id: string;
  readonly event_type: EngagementEventType;
  readonly occurred_at: Date;
  readonly contact_id: string;
  readonly campaign_id: string | null;
  readonly enrollment_id: string | null;
  readonly send_id: string | null;
  readonly step_number: number | null;
  readonly variant_id: string | null;
  readonly sending_account_id: string | null;
  /** True if a machine caused the event: a scanner, a proxy, an automatic reply. */
  readonly is_machine: boolean;
  /** Further values, by the type of the event. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The types of events that the contact causes; other types describe actions of the sender. */
const CONTACT_ACTIONS: ReadonlySet<EngagementEventType> = new Set([
  'email_opened',
  'email_clicked',
  'email_replied',
  'email_unsubscribed',
  'email_spam_complaint',
]);

/** True if a person caused the event. Such events update last_activity_at. */
export function isHuman({ event_type, is_machine }: EngagementEvent): boolean {
  return !is_machine && CONTACT_ACTIONS.has(event_type);
}
