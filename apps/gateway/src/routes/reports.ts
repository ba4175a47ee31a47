import { campaignErrors } from '@outreach/contracts-campaigns';
import {
  REPORT_CAMPAIGNS_MAX,
  REPORT_NAME_MAX,
  ReportRecord,
  toReportRecord,
} from '@outreach/contracts-campaigns/report';
import { describedBy } from '@outreach/contracts-common';
import { AppError, notFound } from '@outreach/errors';
import { cursor, id, optional, pageOf, pageSize, text, timestampText } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { NO_REPORT_PAGE, REPORT_PAGE_HEADERS, reportPage } from '../shared-reports/report-page.ts';
import { requirePresent, toMeta, toPageRequest } from './convert.ts';
import { EXAMPLE_TIME, EXAMPLE_ULID, onePage, route } from './route.ts';

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
const byId = { params: { report_id: example.id } };
const reads = { tags: ['analytics'], scope: ['campaigns:read'] } as const;
const writes = { tags: ['analytics'], scope: ['campaigns:write'] } as const;

/** Shared reports: pages with numbers for readers without a log-in. */
export const reportRoutes = [
  route({
    ...writes,
    method: 'post',
    path: '/api/v1/reports/',
    operationId: 'createReport',
    summary: 'Share a report',
    description:
      'Creates a page with the numbers of a client, of some campaigns, or of the whole workspace. Whoever has its `url` can read it without a log-in, until the report expires or is deleted. It has no contacts and no email addresses.',
    idempotent: true,
    body: CreateBody,
    responses: { 201: Report },
    errors: [campaignErrors.outsideAgency],
    example: {
      body: { name: example.name, campaign_ids: example.campaign_ids },
      responses: { 201: example },
    },
    handle: async ({ ctx, body }, { campaigns }) => {
      const { report } = await campaigns.createReport(ctx, {
        name: body.name,
        client_id: body.client_id ?? undefined,
        campaign_ids: body.campaign_ids ?? [],
        from: body.from ?? undefined,
        to: body.to ?? undefined,
        expires_at: body.expires_at ?? undefined,
      });
      return { status: 201, body: toReportRecord(requirePresent(report)) };
    },
  }),
  route({
    ...reads,
    method: 'get',
    path: '/api/v1/reports/',
    operationId: 'listReports',
    summary: 'List shared reports',
    description: 'Newest first.',
    query: z.object({ page_size: pageSize(), cursor: cursor() }),
    responses: { 200: pageOf(Report) },
    example: {
      query: { page_size: '50' },
      responses: { 200: onePage(example) },
    },
    handle: async ({ ctx, query }, { campaigns }) => {
      const { reports, meta } = await campaigns.listReports(ctx, { page: toPageRequest(query) });
      return { status: 200, body: { data: reports.map(toReportRecord), meta: toMeta(meta) } };
    },
  }),
  route({
    ...reads,
    method: 'get',
    path: '/api/v1/reports/{report_id}/',
    operationId: 'getReport',
    summary: 'Get a shared report',
    params,
    responses: { 200: Report },
    example: { ...byId, responses: { 200: example } },
    handle: async ({ ctx, params: { report_id } }, { campaigns }) => {
      const { report } = await campaigns.getReport(ctx, { id: report_id });
      return { status: 200, body: toReportRecord(requirePresent(report)) };
    },
  }),
  route({
    ...writes,
    method: 'delete',
    path: '/api/v1/reports/{report_id}/',
    operationId: 'deleteReport',
    summary: 'Delete a shared report',
    description: 'Its page answers 404 at once.',
    params,
    responses: { 204: null },
    example: { ...byId, responses: {} },
    handle: async ({ ctx, params: { report_id } }, { campaigns }) => {
      await campaigns.deleteReport(ctx, { id: report_id });
      return { status: 204 };
    },
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
