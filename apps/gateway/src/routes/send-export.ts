import type { ExportContent } from '@outreach/contracts-campaigns/gen/exports.ts';
import { sendExample } from '@outreach/contracts-campaigns/examples';
import type { CallContext } from '@outreach/service-kit';
import { z } from 'zod';
import type { Backends } from '../clients/backends.ts';
import {
  contentHeaders,
  CSV_TYPE,
  JSON_LINES_TYPE,
  startedExample,
  StartedExport,
  toStartedExport,
} from './exports.ts';
import { campaignParams, route } from './route.ts';

const EXPORT_DEADLINE_MS = 60_000;
const PAGES_MAX = 100;

/** Exports of the emails of a campaign. */
export const sendExportRoutes = [
  route({
    method: 'get',
    path: '/api/v1/campaigns/{campaign_id}/export/',
    operationId: 'exportSends',
    summary: 'Export the emails of a campaign',
    description:
      'Up to 10,000 emails are the response itself. For more, the response names a job: poll it until its `download_url` is set. With `include=events`, a further column has the events of each email as JSON.',
    tags: ['exports'],
    scope: ['campaigns:read'],
    params: campaignParams,
    query: z.object({
      format: z
        .enum(['csv', 'jsonl'], { error: 'must be csv or jsonl' })
        .default('csv')
        .describe('Format of the response. `csv` and `jsonl` return all rows, `json` returns a page.'),
      include: z
        .enum(['events'], { error: 'must be events' })
        .optional()
        .describe('`events` adds a column with the events of each email.'),
    }),
    responses: { 200: StartedExport },
    download: {
      contentType: CSV_TYPE,
      others: { [JSON_LINES_TYPE]: '{"id":"snd_01J9Z3NDEKTSV4RRFFQ69G5FA6","status":"delivered"}\n' },
      description: 'The emails, one per row.',
      example:
        'id,campaign_id,status\nsnd_01J9Z3NDEKTSV4RRFFQ69G5FA6,cmp_01J9Z3NDEKTSV4RRFFQ69G5FA1,delivered\n',
    },
    deadlineMs: EXPORT_DEADLINE_MS,
    example: {
      params: { campaign_id: sendExample.campaign_id },
      query: { format: 'csv' },
      responses: {
        200: startedExample,
      },
    },
    handle: async ({ ctx, params: { campaign_id }, query: { format, include } }, { campaigns }) => {
      const content = { campaign_id, format, include_events: include === 'events' };
      const { export: job } = await campaigns.startExport(ctx, { content });
      if (job !== undefined) return { status: 200, body: toStartedExport(job) };
      return {
        download: await readAll(campaigns, ctx, content),
        headers: contentHeaders(`${campaign_id}-sends`, format),
      };
    },
  }),
];

type Campaigns = Backends['campaigns'];
async function readAll(campaigns: Campaigns, ctx: CallContext, content: ExportContent): Promise<string> {
  const parts: string[] = [];
  let position: string | undefined = '';
  // Emails that are added meanwhile cannot extend the response without end.
  while (position !== undefined && parts.length < PAGES_MAX) {
    const page: { rows: string; after?: string | undefined } = await campaigns.readExportPage(ctx, {
      content,
      after: position,
    });
    parts.push(page.rows);
    position = page.after;
  }
  return parts.join('');
}
