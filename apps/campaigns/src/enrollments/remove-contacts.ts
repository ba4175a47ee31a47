import { requireOpen, uniqueIds } from './enroll-contacts.ts';
import type { EnrollmentPorts } from './enrollment-ports.ts';
import { OPEN_STATUSES, stopped } from './enrollment.ts';
import { writeEnrollments } from './write-enrollments.ts';

export interface ContactRemoval {
  readonly campaignId: string;
  /** Repeated ids count once. */
  readonly contactIds: readonly string[];
  /** True to cancel the queued sends of the contacts too; otherwise these still go out at their time. */
  readonly stopPendingSends: boolean;
}

export interface RemovalOutcome {
  readonly contactId: string;
  readonly status: 'removed' | 'not_enrolled';
}

export interface RemovalResult {
  /** One per contact, in the order of the request. */
  readonly outcomes: readonly RemovalOutcome[];
  readonly canceledSends: number;
}

/**
 * Stops the open enrollments of contacts. A contact without one is not enrolled; its queued emails can still be canceled.
 * @throws AppError not_found; invalid_argument on `contact_ids`; conflict when the campaign has ended.
 */
export async function removeContacts(
  ports: EnrollmentPorts,
  { campaignId, contactIds: listed, stopPendingSends }: ContactRemoval,
): Promise<RemovalResult> {
  const contactIds = uniqueIds(listed);
  const campaign = requireOpen(await ports.campaigns.findById(campaignId));
  const found = await ports.enrollments.ofContacts(campaign.id, contactIds);
  const open = found.filter(({ status }) => OPEN_STATUSES.includes(status));
  const now = new Date(ports.clock.now());
  // An earlier removal may have kept the queued emails.
  const kept = stopPendingSends ? found.filter(({ keeps_queued: keepsQueued }) => keepsQueued) : [];
  await writeEnrollments(ports, [
    ...open.map((before) => {
      const after = { ...stopped(before, 'removed', now), keeps_queued: !stopPendingSends };
      return { before, after };
    }),
    ...kept.map((before) => ({
      before,
      after: { ...before, keeps_queued: false, updated_at: now, version: before.version + 1 },
    })),
  ]);
  const canceledSends = stopPendingSends
    ? await ports.queuedSends.cancel([...open, ...kept].map(({ id }) => id))
    : 0;
  const removed = new Set(open.map(({ contact_id }) => contact_id));
  return {
    canceledSends,
    outcomes: contactIds.map((contactId) => ({
      contactId,
      status: removed.has(contactId) ? 'removed' : 'not_enrolled',
    })),
  };
}
