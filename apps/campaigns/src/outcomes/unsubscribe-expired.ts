import type { EnrollmentRecords } from '../enrollments/index.ts';
import type { Outcome } from './outcome.ts';
import type { SuppressionRequest } from './ports.ts';
import { suppressedAddress } from './suppressed-address.ts';

/**
 * The suppressions for links of emails that have expired: their enrollments have the address. Such an unsubscribe is not
 * counted, because the email that it would be counted with is gone.
 */
export async function unsubscribesOfExpired(
  enrollments: Pick<EnrollmentRecords, 'findByIds'>,
  outcomes: readonly Outcome[],
  isStored: (sendId: string) => boolean,
): Promise<readonly SuppressionRequest[]> {
  const sendOf = new Map<string, string>();
  for (const outcome of outcomes)
    if (outcome.kind === 'unsubscribed' && outcome.enrollmentId && !isStored(outcome.sendId))
      sendOf.set(outcome.enrollmentId, outcome.sendId);
  if (sendOf.size === 0) return [];
  const found = await enrollments.findByIds([...sendOf.keys()]);
  return found.flatMap((enrollment) => {
    const { id, contact_id, campaign_id } = enrollment;
    const address = suppressedAddress(enrollment);
    const sendId = sendOf.get(id);
    if (address === undefined || sendId === undefined) return [];
    return [{ id: sendId, ...address, reason: 'unsubscribed' as const, campaign_id, contact_id }];
  });
}
