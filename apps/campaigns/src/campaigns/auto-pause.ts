import { campaignAutoPaused, campaignDeliverabilityWarning } from '@outreach/contracts-campaigns/events';
import type { DELIVERABILITY_RULES } from '@outreach/contracts-campaigns/records';
import type { CampaignPorts } from './ports.ts';
import type { Campaign } from './campaign.ts';
import { toCampaignData, viewCampaign } from './campaign-view.ts';
import { changedStatus, saveCampaign } from './change-status.ts';

/** A rule of deliverability that a campaign breaks, or comes close to breaking. */
export interface DeliverabilityFinding {
  readonly rule: (typeof DELIVERABILITY_RULES)[number];
  readonly observed: number;
  readonly threshold: number;
  /** The number of counted sends, or of accounts. */
  readonly sample: number;
  readonly window_days: number;
}

/** Part of a transaction: pauses an active campaign for the system. A campaign with another status stays. */
export async function autoPause(
  ports: CampaignPorts,
  id: string,
  finding: DeliverabilityFinding,
): Promise<void> {
  const campaign = await ports.campaigns.findById(id);
  if (campaign?.status !== 'active') return;
  const now = new Date(ports.clock.now());
  const paused: Campaign = {
    ...changedStatus(campaign, 'auto_pause', now),
    pause_reason: finding.rule,
    paused_by: 'system',
    paused_at: now,
  };
  await saveCampaign(ports, paused);
  await emitFinding(ports, campaignAutoPaused, { campaign: paused, finding });
}

/** Part of a transaction: reports that an active campaign is close to an automatic pause. */
export async function warnOfPause(
  ports: CampaignPorts,
  id: string,
  finding: DeliverabilityFinding,
): Promise<void> {
  const campaign = await ports.campaigns.findById(id);
  if (campaign?.status === 'active')
    await emitFinding(ports, campaignDeliverabilityWarning, { campaign, finding });
}

async function emitFinding(
  ports: CampaignPorts,
  event: typeof campaignAutoPaused | typeof campaignDeliverabilityWarning,
  { campaign, finding }: { readonly campaign: Campaign; readonly finding: DeliverabilityFinding },
): Promise<void> {
  const view = await viewCampaign(ports, campaign);
  const { id, version } = campaign;
  const data = { ...toCampaignData(view), ...finding };
  ports.events.emit(event, { aggregate: { id, version }, data });
}
