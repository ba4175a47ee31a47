import type { campaignSchema } from '@outreach/contracts-campaigns/records';
import { recordOf } from '@outreach/contracts-common';
import type { EventDefinition } from '@outreach/event-schema';
import type { z } from 'zod';
import type { Campaign } from './campaign.ts';
import { toCounters } from '../stats/index.ts';
import { toMetrics, type CampaignMetrics } from './campaign-metrics.ts';
import type { CampaignPorts, StatusCounts } from './ports.ts';

/** A campaign with the numbers that other features count. */
export interface CampaignView {
  readonly campaign: Campaign;
  readonly metrics: CampaignMetrics;
  readonly enrollment_counts: StatusCounts;
}

const NO_ENROLLMENTS: StatusCounts = { pending: 0, active: 0, paused: 0, completed: 0, stopped: 0 };

/** Reads the numbers of the campaigns, in two calls for all of them. */
export async function viewCampaigns(
  ports: CampaignPorts,
  campaigns: readonly Campaign[],
): Promise<readonly CampaignView[]> {
  if (campaigns.length === 0) return [];
  const ids = campaigns.map(({ id }) => id);
  const counters = await ports.metrics.totals(ids);
  const counts = await ports.enrollments.counts.read(ids);
  return campaigns.map((campaign) => ({
    campaign,
    metrics: toMetrics(counters.get(campaign.id) ?? toCounters()),
    enrollment_counts: counts.get(campaign.id) ?? NO_ENROLLMENTS,
  }));
}

export async function viewCampaign(ports: CampaignPorts, campaign: Campaign): Promise<CampaignView> {
  const [view] = await viewCampaigns(ports, [campaign]);
  if (view === undefined) throw new Error('A campaign has no view.');
  return view;
}

/** Part of a transaction: emits an event that carries the campaign. Returns its view. */
export async function emitCampaign(
  ports: CampaignPorts,
  event: EventDefinition<string, typeof campaignSchema>,
  campaign: Campaign,
): Promise<CampaignView> {
  const view = await viewCampaign(ports, campaign);
  const { id, version } = campaign;
  ports.events.emit(event, { aggregate: { id, version }, data: toCampaignData(view) });
  return view;
}

/** The public record of a campaign. */
export function toCampaignData({ campaign, ...numbers }: CampaignView): z.input<typeof campaignSchema> {
  const { version, resumed_at, ...visible } = campaign;
  return { ...recordOf(visible), ...numbers };
}
