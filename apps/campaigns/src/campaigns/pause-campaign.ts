import { PAUSE_REASON_MAX } from '@outreach/contracts-campaigns/campaign';
import { campaignPaused } from '@outreach/contracts-campaigns/events';
import { invalidField } from '@outreach/errors';
import { fitsCodePoints } from '@outreach/values';
import type { CampaignPorts } from './ports.ts';
import { emitCampaign, type CampaignView } from './campaign-view.ts';
import { changedStatus, requireCampaign, saveCampaign } from './change-status.ts';

/**
 * Part of a transaction: no further email is planned until the campaign is resumed.
 * @throws AppError not_found; invalid_argument on `reason`; conflict `invalid_transition` unless it is active.
 */
export async function pauseCampaign(
  ports: CampaignPorts,
  { id, reason }: { readonly id: string; readonly reason: string | null },
): Promise<CampaignView> {
  if (reason !== null && !fitsCodePoints(reason, PAUSE_REASON_MAX))
    throw invalidField('reason', `reason must be at most ${PAUSE_REASON_MAX} characters long.`);
  const campaign = await requireCampaign(ports, id);
  const now = new Date(ports.clock.now());
  const paused = {
    ...changedStatus(campaign, 'pause', now),
    pause_reason: reason,
    paused_by: 'user' as const,
    paused_at: now,
  };
  await saveCampaign(ports, paused);
  return emitCampaign(ports, campaignPaused, paused);
}
