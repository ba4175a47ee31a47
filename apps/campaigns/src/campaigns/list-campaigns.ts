import { campaignErrors } from '@outreach/contracts-campaigns';
import { invalidField } from '@outreach/errors';
import type { CallContext, PageOf } from '@outreach/service-kit';
import { viewCampaign, viewCampaigns, type CampaignView } from './campaign-view.ts';
import { requireCampaign } from './change-status.ts';
import type { CampaignContacts, CampaignPorts, CampaignQuery } from './ports.ts';

/** @throws AppError not_found. */
export async function getCampaign(ports: CampaignPorts, id: string): Promise<CampaignView> {
  return viewCampaign(ports, await requireCampaign(ports, id));
}

/**
 * Newest first. @throws AppError permission_denied for a client outside an agency; invalid_argument on `client_id` and
 * `cursor`.
 */
export async function listCampaigns(
  ports: CampaignPorts,
  ctx: CallContext,
  query: CampaignQuery,
): Promise<PageOf<CampaignView>> {
  if (query.clientId !== undefined) await requireClient(ports, ctx, query.clientId);
  const page = await ports.campaigns.list(query);
  return { ...page, items: await viewCampaigns(ports, page.items) };
}

/** @throws AppError permission_denied outside an agency; invalid_argument on `client_id` for an unknown client. */
export async function requireClient(
  { contacts }: { readonly contacts: Pick<CampaignContacts, 'hasClient'> },
  ctx: CallContext,
  clientId: string,
): Promise<void> {
  if (ctx.agencyId === '') throw campaignErrors.outsideAgency.make();
  if (!(await contacts.hasClient(ctx, clientId)))
    throw invalidField('client_id', 'client_id must be a client of this workspace.');
}
