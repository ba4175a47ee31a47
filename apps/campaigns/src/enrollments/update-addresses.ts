import type { Clock } from '@outreach/service-kit';
import type { ContactAddress, EnrollmentStore, PlanMarks } from './ports.ts';

export interface UpdateAddressesPorts {
  readonly enrollments: Pick<EnrollmentStore, 'movedCampaignIds' | 'updateAddresses'>;
  readonly planMarks: PlanMarks;
  readonly clock: Clock;
}

/**
 * Part of a transaction: replaces addresses and zones of changed contacts. A contact that has moved to another zone may
 * get its next email earlier, so its campaigns are planned again.
 */
export async function updateAddresses(
  { enrollments, planMarks, clock }: UpdateAddressesPorts,
  addresses: readonly ContactAddress[],
): Promise<void> {
  const campaignIds = await enrollments.movedCampaignIds(addresses);
  await enrollments.updateAddresses(addresses);
  await planMarks.request(campaignIds, new Date(clock.now()));
}
