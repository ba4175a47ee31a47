import { recordFields } from '@outreach/contracts-common';
import { z } from 'zod';

export const REPORT_NAME_MAX = 200;
/** Campaigns that a report can name. */
export const REPORT_CAMPAIGNS_MAX = 100;

const time = z.iso.datetime().nullable();

/** A shared report as the REST API returns it. */
export const ReportRecord = z.object({
  id: recordFields.id,
  name: z.string().describe('Title of the page.'),
  url: z
    .string()
    .describe('Address of the page. Whoever has it can read the page; delete the report to end that.'),
  client_id: z.string().nullable().describe('Only campaigns of this client, or `null`.'),
  campaign_ids: z
    .array(z.string())
    .describe('Only these campaigns. Without them and without a client, the report has all campaigns.'),
  from: time.describe('Start of the period, or `null`.'),
  to: time.describe('End of the period, or `null`.'),
  expires_at: time.describe('The page is gone at this time, or `null` if never.'),
  created_at: recordFields.created_at,
});
export type ReportRecord = z.output<typeof ReportRecord>;
