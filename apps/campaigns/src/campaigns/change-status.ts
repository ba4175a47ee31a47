import { campaignErrors, campaignStates } from '@outreach/contracts-campaigns';
import { ChangedMeanwhile, notFound } from '@outreach/errors';
import type { Campaign } from './campaign.ts';
import type { CampaignStore } from './ports.ts';

/** The operations that change the status of a campaign. */
export type CampaignOperation = (typeof campaignStates.operations)[number];

/** @throws AppError not_found. */
export async function requireCampaign(
  { campaigns }: { readonly campaigns: Pick<CampaignStore, 'findById'> },
  id: string,
): Promise<Campaign> {
  const campaign = await campaigns.findById(id);
  if (campaign === undefined) throw notFound();
  return campaign;
}

/** @throws AppError conflict `invalid_transition` with the status, when the status does not allow the operation. */
export function requireOperation({ status }: Campaign, operation: CampaignOperation): Campaign['status'] {
  const next = campaignStates.next(status, operation);
  if (next === undefined) throw campaignErrors.invalidTransition.make({ details: { status } });
  return next;
}

/** The next version of the campaign, after the operation. @throws AppError as requireOperation. */
export function changedStatus(campaign: Campaign, operation: CampaignOperation, at: Date): Campaign {
  const status = requireOperation(campaign, operation);
  return { ...campaign, status, updated_at: at, version: campaign.version + 1 };
}

/** Part of a transaction: stores the next version of a campaign. @throws AppError conflict if it has changed since. */
export async function saveCampaign(
  { campaigns }: { readonly campaigns: Pick<CampaignStore, 'save'> },
  campaign: Campaign,
): Promise<void> {
  if (!(await campaigns.save(campaign, campaign.version - 1))) throw new ChangedMeanwhile('campaign');
}
