import type {
  RemoveContactsRequest,
  RemoveContactsResponse,
} from '@outreach/contracts-campaigns/gen/enrollments.ts';
import { requireOpen, uniqueIds } from './enroll-contacts.ts';
import type { EnrollmentPorts } from './ports.ts';
import { OPEN_STATUSES, stopped } from './enrollment.ts';
import { writeEnrollments } from './write-enrollments.ts';

/**
 * Stops the open enrollments of contacts. A contact without one is not enrolled; its queued emails can still be canceled.
 * @throws AppError not_found; invalid_argument on `contact_ids`; conflict when the campaign has ended.
 */
export async function removeContacts(
  ports: EnrollmentPorts,
  { campaign_id, contact_ids, stop_pending_sends: stopPendingSends }: RemoveContactsRequest,
): Promise<RemoveContactsResponse> {
  const contactIds = uniqueIds(contact_ids);
  const campaign = requireOpen(await ports.campaigns.findById(campaign_id));
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
  const canceled_sends = stopPendingSends
    ? await ports.queuedSends.cancel([...open, ...kept].map(({ id }) => id))
    : 0;
  const removed = new Set(open.map(({ contact_id }) => contact_id));
  return {
    removed_count: removed.size,
    canceled_sends,
    results: contactIds.map((contact_id) => ({
      contact_id,
      status: removed.has(contact_id) ? 'removed' : 'not_enrolled',
    })),
  };
}
