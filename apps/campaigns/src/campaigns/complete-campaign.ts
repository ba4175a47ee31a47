import { campaignCompleted } from '@outreach/contracts-campaigns/events';
import type { CampaignPorts } from './ports.ts';
import type { Campaign } from './campaign.ts';
import { emitCampaign } from './campaign-view.ts';
import { changedStatus, saveCampaign } from './change-status.ts';

/** `open`: the campaign has something left to send, or is paused. `undecided`: work in the background has to end before the decision. */
export type CompletionResult = 'ended' | 'open' | 'undecided';

/**
 * Part of a transaction: completes an active campaign that has nothing left to send. A campaign with `auto_enroll` stays
 * active, because contacts can join it at any time.
 */
export async function completeCampaign(ports: CampaignPorts, id: string): Promise<CompletionResult> {
  const campaign = await ports.campaigns.findById(id);
  // A concurrent resume may have requested this check.
  if (campaign?.status === 'paused') return 'open';
  if (campaign?.status !== 'active' || campaign.auto_enroll) return 'ended';
  if ((await ports.enrollments.tasks.of(id)).length > 0) return 'undecided';
  if (await hasOpenEnrollments(ports, campaign)) return 'open';
  if ((await ports.queuedSends.count(id)) > 0) return 'undecided';
  const now = new Date(ports.clock.now());
  const completed = { ...changedStatus(campaign, 'complete', now), completed_at: now };
  await saveCampaign(ports, completed);
  await ports.registrations.request(id, now);
  await emitCampaign(ports, campaignCompleted, completed);
  return 'ended';
}

/** A paused enrollment does not keep a campaign active. */
async function hasOpenEnrollments(
  { enrollments }: Pick<CampaignPorts, 'enrollments'>,
  { id }: Campaign,
): Promise<boolean> {
  const counts = (await enrollments.counts.read([id])).get(id);
  return counts !== undefined && counts.pending + counts.active > 0;
}
