import type { ContactAddress, EnrollmentPorts } from './ports.ts';

/**
 * Part of a transaction: replaces addresses, zones and mail providers of changed contacts. A contact that has moved to
 * another zone may get its next email earlier, so its campaigns are planned again.
 */
export async function updateAddresses(
  { enrollments, planMarks, clock }: EnrollmentPorts,
  addresses: readonly ContactAddress[],
): Promise<void> {
  const { contactIds, movedCampaignIds } = await enrollments.enrolledOf(addresses);
  const enrolled = addresses.filter(({ contactId }) => contactIds.has(contactId));
  if (enrolled.length === 0) return;
  await enrollments.updateAddresses(enrolled);
  await planMarks.request(movedCampaignIds, new Date(clock.now()));
}
