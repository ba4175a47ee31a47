import { campaignCreated } from '@outreach/contracts-campaigns/events';
import type { CallContext } from '@outreach/service-kit';
import { z } from 'zod';
import type { CampaignPorts } from './ports.ts';
import { newCampaign } from './campaign.ts';
import { holdReferences, registerReferences, requireUsable } from './campaign-references.ts';
import { newSettings, normalised, settingsSchema, type SettingsChange } from './campaign-settings.ts';
import { emitCampaign, type CampaignView } from './campaign-view.ts';

/** Longer than a request takes: after it, a registration without a committed campaign is released. */
export const UNCOMMITTED_MS = 120_000;

/** A draft that is not stored yet: its id is chosen once, so that a repeated run registers the same campaign. */
export const PlannedCampaignSchema = z.object({ id: z.string(), settings: settingsSchema });
export type PlannedCampaign = z.infer<typeof PlannedCampaignSchema>;

/**
 * Part of a transaction: plans a draft. @throws AppError permission_denied for a client outside an agency;
 * invalid_argument on a missing field, `send_window_end`, `sequence_id` and `sending_account_ids[i]`.
 */
export async function planCampaign(
  ports: CampaignPorts,
  ctx: CallContext,
  change: SettingsChange,
): Promise<PlannedCampaign> {
  const settings = settingsSchema.parse(newSettings(change));
  await holdReferences(ports, ctx, settings);
  const id = ports.newId('cmp');
  await ports.registrations.request(id, new Date(ports.clock.now() + UNCOMMITTED_MS));
  return { id, settings };
}

/**
 * Registers a planned draft, outside any transaction. @throws AppError invalid_argument on `client_id` and
 * `contact_filter.segment_ids[i]`; failed_precondition `inactive_inbox` and `empty_filter`.
 */
export async function registerCampaign(
  ports: CampaignPorts,
  ctx: CallContext,
  { id, settings }: PlannedCampaign,
): Promise<void> {
  await registerReferences(ports, ctx, { id, ...settings });
  await requireUsable(ports, ctx, settings);
}

/** Part of a transaction: stores a registered draft. @throws AppError as planCampaign. */
export async function storeCampaign(
  ports: CampaignPorts,
  ctx: CallContext,
  { id, settings }: PlannedCampaign,
): Promise<CampaignView> {
  await holdReferences(ports, ctx, settings);
  const at = new Date(ports.clock.now());
  const campaign = newCampaign(normalised(settings), { id, workspaceId: ctx.workspaceId, at });
  await ports.campaigns.insert(campaign);
  return emitCampaign(ports, campaignCreated, campaign);
}
