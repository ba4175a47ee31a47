import { CAMPAIGN_NAME_MAX } from '@outreach/contracts-campaigns/campaign';
import type { CallContext } from '@outreach/service-kit';
import { freeCopyName } from '@outreach/values';
import type { CampaignPorts } from './ports.ts';
import { registerReferences } from './campaign-references.ts';
import { settingsSchema } from './campaign-settings.ts';
import { requireCampaign } from './change-status.ts';
import { planCampaign, type PlannedCampaign } from './create-campaign.ts';

export interface CloneRequest {
  readonly id: string;
  /** Undefined: the name of the original with "(Copy)". */
  readonly name: string | undefined;
}

/**
 * Part of a transaction: plans a draft with the settings of a campaign in any status.
 * @throws AppError not_found; invalid_argument if its sequence is archived or a record that it names was deleted.
 */
export async function planClone(
  ports: CampaignPorts,
  ctx: CallContext,
  { id, name }: CloneRequest,
): Promise<PlannedCampaign> {
  const original = await requireCampaign(ports, id);
  const { usedNames } = ports.campaigns;
  const copyName = async (): Promise<string> =>
    freeCopyName(original.name, { charactersMax: CAMPAIGN_NAME_MAX, usedNames });
  return planCampaign(ports, ctx, settingsSchema.parse({ ...original, name: name ?? (await copyName()) }));
}

/** Registers a planned clone, outside any transaction. Its accounts and contacts are checked by the launch. */
export async function registerClone(
  ports: CampaignPorts,
  ctx: CallContext,
  { id, settings: { contact_filter: filter } }: PlannedCampaign,
): Promise<void> {
  await registerReferences(ports, ctx, { id, contact_filter: filter });
}
