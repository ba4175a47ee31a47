import { campaignArchived } from '@outreach/contracts-campaigns/events';
import type { CampaignPorts } from './ports.ts';
import { emitCampaign, viewCampaign, type CampaignView } from './campaign-view.ts';
import { changedStatus, requireCampaign, saveCampaign } from './change-status.ts';

/** Queued sends that are canceled with the archive; a task cancels the rest. */
const CANCELED_AT_ONCE_MAX = 500;

/**
 * Part of a transaction: ends a campaign for good. Its queued sends are canceled, those beyond 500 in the background; its
 * enrollments stop and its segments are released in the background. A second call changes nothing. @throws AppError not_found.
 */
export async function archiveCampaign(ports: CampaignPorts, id: string): Promise<CampaignView> {
  const campaign = await requireCampaign(ports, id);
  if (campaign.status === 'archived') return viewCampaign(ports, campaign);
  const now = new Date(ports.clock.now());
  const archived = { ...changedStatus(campaign, 'archive', now), archived_at: now };
  await saveCampaign(ports, archived);
  await ports.queuedSends.cancelOf(id, CANCELED_AT_ONCE_MAX);
  await ports.enrollments.tasks.add(id, ['stop']);
  await ports.registrations.request(id, now);
  return emitCampaign(ports, campaignArchived, archived);
}
