import type { EngagementEventType } from '@outreach/contracts-contacts';

/** What happened to a contact. Never changed; it goes with the contact. */
export interface EngagementEvent {
  /** Made of the id of the event that told it, so that a second telling is known for one. */
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
  /** True when a machine did what it tells of: a scanner, a proxy, a notice of absence. */
  readonly is_machine: boolean;
  /** What else is worth knowing, by the type of the event. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** What the contact itself does; the other types tell what was done to it. */
const OWN_DEEDS: ReadonlySet<EngagementEventType> = new Set([
  'email_opened',
  'email_clicked',
  'email_replied',
  'email_unsubscribed',
  'email_spam_complaint',
]);

/** True for what a person did: it moves last_activity_at. */
export function isHuman({ event_type, is_machine }: EngagementEvent): boolean {
  return !is_machine && OWN_DEEDS.has(event_type);
}
