import { campaignErrors } from '@outreach/contracts-campaigns';
import type { Report as ReportMessage } from '@outreach/contracts-campaigns/gen/reports.ts';
import { REPORT_CAMPAIGNS_MAX, REPORT_NAME_MAX, ReportRecord } from '@outreach/contracts-campaigns/report';
import { describedBy, recordOf } from '@outreach/contracts-common';
import { AppError, notFound } from '@outreach/errors';
import { id, optional, text, timestampText } from '@outreach/http-kit/fields';
import { withoutNull } from '@outreach/values';
import { z } from 'zod';
import { Resource } from './resource.ts';
import { NO_REPORT_PAGE, REPORT_PAGE_HEADERS, reportPage } from '../shared-reports/report-page.ts';
import { EXAMPLE_TIME, EXAMPLE_ULID, route } from './route.ts';

/** The sums of a workspace with many campaigns take up to a second, and they wait for their turn. */
const READ_DEADLINE_MS = 15_000;
const TOKEN_CHARACTERS_MAX = 64;

const Report = ReportRecord.meta({ id: 'Report' });
const time = () => optional(timestampText, { type: 'string', format: 'date-time' });
const CreateBody = z
  .object(
    describedBy(Report, {
      name: text(REPORT_NAME_MAX),
      client_id: optional(id('cli'), { type: 'string' }),
      campaign_ids: z.array(id('cmp')).max(REPORT_CAMPAIGNS_MAX).optional(),
      from: time(),
      to: time(),
      expires_at: time(),
    }),
  )
  .meta({ id: 'ReportCreate' });

const params = z.object({ report_id: id('rpt').describe('Id of the report.') });
const example = {
  id: `rpt_${EXAMPLE_ULID}`,
  name: 'Spring campaigns',
  url: 'https://mail.example.com/reports/dGhpcyBpcyBzZWNyZXQh',
  client_id: null,
  campaign_ids: [`cmp_${EXAMPLE_ULID}`],
  from: null,
  to: null,
  expires_at: null,
  created_at: EXAMPLE_TIME,
} satisfies ReportRecord;
const resource = new Resource({
  path: '/api/v1/reports/{report_id}/',
  params,
  record: Report,
  example,
  toRecord: (report: ReportMessage) => recordOf(report, 'created_at'),
});
const reads = { tags: ['analytics'], scope: ['campaigns:read'] } as const;
const writes = { tags: ['analytics'], scope: ['campaigns:write'] } as const;

/** Shared reports: pages with numbers for readers without a log-in. */
export const reportRoutes = [
  resource.create({
    ...writes,
    operationId: 'createReport',
    summary: 'Share a report',
    description:
      'Creates a page with the numbers of a client, of some campaigns, or of the whole workspace. Whoever has its `url` can read it without a log-in, until the report expires or is deleted. It has no contacts and no email addresses.',
    body: CreateBody,
    errors: [campaignErrors.outsideAgency],
    given: { name: example.name, campaign_ids: example.campaign_ids },
    call: async (ctx, { campaign_ids = [], from, to, expires_at, ...body }, { campaigns }) => {
      const times = withoutNull({ from, to, expires_at });
      return (await campaigns.createReport(ctx, { ...withoutNull(body), campaign_ids, ...times })).report;
    },
  }),
  resource.list({
    ...reads,
    operationId: 'listReports',
    summary: 'List shared reports',
    description: 'Newest first.',
    call: async (ctx, page, { campaigns }) => campaigns.listReports(ctx, { page }),
    items: ({ reports }) => reports,
  }),
  resource.get({
    ...reads,
    operationId: 'getReport',
    summary: 'Get a shared report',
    call: async (ctx, id, { campaigns }) => (await campaigns.getReport(ctx, { id })).report,
  }),
  resource.delete({
    ...writes,
    operationId: 'deleteReport',
    summary: 'Delete a shared report',
    description: 'Its page answers 404 at once.',
    call: async (ctx, id, { campaigns }) => campaigns.deleteReport(ctx, { id }),
  }),
];

const html = { contentType: 'text/html; charset=utf-8' };

/** The pages of shared reports. */
export const reportPageRoutes = [
  route({
    method: 'get',
    path: '/reports/{report_token}',
    operationId: 'readReport',
    summary: 'Read a shared report',
    tags: ['analytics'],
    scope: 'public',
    isUndocumented: true,
    deadlineMs: READ_DEADLINE_MS,
    params: z.object({ report_token: z.string() }),
    responses: {
      200: { ...html, description: 'The page' },
      404: { ...html, description: 'No such report' },
    },
    example: { params: { report_token: 'dGhpcyBpcyBzZWNyZXQh' }, responses: {} },
    handle: async ({ ctx, params: { report_token: token } }, { campaigns }) => {
      try {
        if (token.length > TOKEN_CHARACTERS_MAX) throw notFound();
        const report = await campaigns.readSharedReport(ctx, { token });
        return { status: 200, body: reportPage(report), headers: REPORT_PAGE_HEADERS };
      } catch (thrown) {
        if (!(thrown instanceof AppError && thrown.kind === 'not_found')) throw thrown;
        return { status: 404, body: NO_REPORT_PAGE, headers: REPORT_PAGE_HEADERS };
      }
    },
  }),
];
