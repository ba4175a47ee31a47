import type { Schema } from '@outreach/client';
import { itemsOf, pageSizeFor } from '../output/pages.ts';
import type { Column } from '../output/table.ts';
import type { Session } from '../session.ts';

export interface CampaignListOptions {
  readonly status?: string[];
  readonly search?: string;
}

const COLUMNS: readonly Column<Schema<'Campaign'>>[] = [
  { head: 'ID', of: ({ id }) => id },
  { head: 'NAME', of: ({ name }) => name },
  { head: 'STATUS', of: ({ status }) => status },
  { head: 'SENT', of: ({ metrics }) => metrics.total_sent },
  { head: 'OPENED', of: ({ metrics }) => metrics.opened },
  { head: 'REPLIED', of: ({ metrics }) => metrics.replied },
  { head: 'BOUNCED', of: ({ metrics }) => metrics.bounced },
];

export async function listCampaigns(
  { out, connect }: Session,
  { status, search }: CampaignListOptions,
): Promise<void> {
  const query = {
    ...(status === undefined ? {} : { status: status.join(',') }),
    ...(search === undefined ? {} : { search }),
    page_size: pageSizeFor(),
  };
  const client = await connect();
  const pages = client.pages('/api/v1/campaigns/', { params: { query } });
  await out.list(COLUMNS, itemsOf(pages), 'No campaign was found.');
}

/** Launches, pauses or resumes a campaign. */
export async function changeCampaign(
  { out, connect }: Session,
  change: 'launch' | 'pause' | 'resume',
  campaign_id: string,
): Promise<void> {
  const client = await connect();
  const { name, status } = await client.post(`/api/v1/campaigns/{campaign_id}/${change}/`, {
    params: { path: { campaign_id } },
  });
  await out.record({ id: campaign_id, name, status }, `${name} is ${status}.`);
}
