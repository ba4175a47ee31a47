import { PAUSE_REASON_MAX } from '@outreach/contracts-campaigns/campaign';
import { campaignPaused } from '@outreach/contracts-campaigns/events';
import { invalidField } from '@outreach/errors';
import type { Clock } from '@outreach/service-kit';
import { fitsCodePoints } from '@outreach/values';
import { emitCampaign, type CampaignView, type EmitCampaignPorts } from './campaign-view.ts';
import { changedStatus, requireCampaign, saveCampaign } from './change-status.ts';
import type { CampaignStore } from './ports.ts';

export interface PauseCampaignPorts extends EmitCampaignPorts {
  readonly campaigns: Pick<CampaignStore, 'findById' | 'save'>;
  readonly clock: Clock;
}

/**
 * Part of a transaction: no further email is planned until the campaign is resumed.
 * @throws AppError not_found; invalid_argument on `reason`; conflict `invalid_transition` unless it is active.
 */
export async function pauseCampaign(
  ports: PauseCampaignPorts,
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
