import { recordOf } from '@outreach/contracts-common';
import type { AnalyticsQuery } from '@outreach/contracts-campaigns/gen/analytics.ts';
import { SEND_STATUSES } from '@outreach/contracts-campaigns/records';
import { SendRecord } from '@outreach/contracts-campaigns/send';
import { sendExample } from '@outreach/contracts-campaigns/examples';
import { cursor, pageOf, pageSize, timestamp } from '@outreach/http-kit/fields';
import { z } from 'zod';
import {
  Audit,
  auditExample,
  Bounces,
  bouncesExample,
  GRANULARITIES,
  intentsExample,
  ReplyIntents,
  Steps,
  stepsExample,
  Summary,
  summaryExample,
  toAudit,
  toStep,
  toSummary,
} from './analytics-records.ts';
import { commaList } from './contact-lists.ts';
import { campaignParams, route, toMeta, toPageRequest } from './route.ts';

const ZONE_CHARACTERS_MAX = 64;
const Sends = pageOf(SendRecord.meta({ id: 'Send' }));
const SendPage = Sends.extend({
  meta: Sends.shape.meta
    .extend({
      retained_from: z.iso
        .datetime()
        .nullable()
        .describe('Older emails may have expired; `null` while all emails are kept (`GET /retention/`).'),
    })
    .meta({ id: 'SendPageMeta' }),
}).meta({ id: 'SendPage' });
export const periodQuery = {
  from: timestamp()
    .optional()
    .describe(
      'Start of the period; by default the first event. It is rounded down to a quarter of an hour: 09:05 counts from 09:00.',
    ),
  to: timestamp()
    .optional()
    .describe(
      'End of the period, exclusive; now by default. It is rounded up to a quarter of an hour: 09:05 counts up to 09:15.',
    ),
};
export const calendarQuery = {
  ...periodQuery,
  granularity: z.enum(GRANULARITIES).default('day').describe('Length of the periods of the time series.'),
  time_zone: z
    .string()
    .max(ZONE_CHARACTERS_MAX)
    .default('UTC')
    .describe('IANA name of the zone in which days and weeks begin.'),
};
const query = z.object(calendarQuery);
const read = {
  method: 'get',
  scope: ['campaigns:read'],
  tags: ['analytics'],
  params: campaignParams,
} as const;
const byId = { params: { campaign_id: sendExample.campaign_id } };
const analysis = { ...read, query, limits: ['analytics'] } as const;

function toQuery(
  campaign_id: string,
  { from, to, granularity, time_zone }: z.output<typeof query>,
): AnalyticsQuery {
  return { campaign_id, from, to, granularity, time_zone };
}

/** Analyses, the log of emails, and the audit of a campaign. */
export const analyticsRoutes = [
  route({
    ...analysis,
    path: '/api/v1/campaigns/{campaign_id}/analytics/summary/',
    operationId: 'getAnalyticsSummary',
    summary: 'Metrics, funnel and time series of a campaign',
    description: '`from` and `to` narrow every number. Periods without events are left out.',
    responses: { 200: Summary },
    example: { ...byId, query: { granularity: 'day' }, responses: { 200: summaryExample } },
    handle: async ({ ctx, params: { campaign_id }, query: asked }, { campaigns }) => {
      const { from, to, granularity } = asked;
      const reply = await campaigns.getAnalyticsSummary(ctx, { query: toQuery(campaign_id, asked) });
      return {
        status: 200,
        body: { campaign_id, ...recordOf({ from, to }), granularity, ...toSummary(reply) },
      };
    },
  }),
  route({
    ...analysis,
    path: '/api/v1/campaigns/{campaign_id}/analytics/steps/',
    operationId: 'getStepAnalytics',
    summary: 'Metrics by step and variant',
    description: 'All steps of the sequence in their order.',
    responses: { 200: Steps },
    example: { ...byId, responses: { 200: stepsExample } },
    handle: async ({ ctx, params: { campaign_id }, query: asked }, { campaigns }) => {
      const { steps } = await campaigns.getStepAnalytics(ctx, {
        query: toQuery(campaign_id, asked),
      });
      return { status: 200, body: { campaign_id, data: steps.map(toStep) } };
    },
  }),
  route({
    ...analysis,
    path: '/api/v1/campaigns/{campaign_id}/analytics/reply-intents/',
    operationId: 'getReplyIntents',
    summary: 'Replies by intent',
    description: 'Automatic replies are counted too. Intents without replies have the count 0.',
    responses: { 200: ReplyIntents },
    example: { ...byId, responses: { 200: intentsExample } },
    handle: async ({ ctx, params: { campaign_id }, query: asked }, { campaigns }) => {
      const { total_replies, intents } = await campaigns.getReplyIntents(ctx, {
        query: toQuery(campaign_id, asked),
      });
      return { status: 200, body: { campaign_id, total_replies, data: intents } };
    },
  }),
  route({
    ...analysis,
    path: '/api/v1/campaigns/{campaign_id}/analytics/bounces/',
    operationId: 'getBounceAnalytics',
    summary: 'Bounces by class and code',
    description: '`sample_codes` are the most frequent answers of receiving servers.',
    responses: { 200: Bounces },
    example: { ...byId, responses: { 200: bouncesExample } },
    handle: async ({ ctx, params: { campaign_id }, query: asked }, { campaigns }) => {
      const { total_bounced, bounce_rate, bounces } = await campaigns.getBounceAnalytics(ctx, {
        query: toQuery(campaign_id, asked),
      });
      const data = bounces.map((group) => recordOf(group));
      return { status: 200, body: { campaign_id, total_bounced, bounce_rate, data } };
    },
  }),
  route({
    ...read,
    path: '/api/v1/campaigns/{campaign_id}/sends/',
    operationId: 'listSends',
    summary: 'List the emails of a campaign',
    description: 'Planned and sent emails, newest first. Emails that have expired are not listed.',
    query: z.object({ status: commaList(SEND_STATUSES), page_size: pageSize(), cursor: cursor() }),
    responses: { 200: SendPage },
    example: {
      ...byId,
      query: { status: 'delivered,bounced', page_size: '50' },
      responses: {
        200: { data: [sendExample], meta: { next_cursor: null, has_more: false, retained_from: null } },
      },
    },
    handle: async ({ ctx, params: { campaign_id }, query: asked }, { campaigns }) => {
      const { sends, meta, retained_from } = await campaigns.listSends(ctx, {
        campaign_id,
        statuses: asked.status ?? [],
        page: toPageRequest(asked),
      });
      const page = { ...toMeta(meta), retained_from: retained_from?.toISOString() ?? null };
      return { status: 200, body: { data: sends.map((send) => recordOf(send, 'created_at')), meta: page } };
    },
  }),
  route({
    ...read,
    limits: ['analytics'],
    path: '/api/v1/campaigns/{campaign_id}/audit/',
    operationId: 'auditCampaign',
    summary: 'Compare the emails of a campaign with its enrollments',
    description:
      'Counts every email and every enrollment at one time. In a balanced campaign, each step that an enrollment has reached has one email in one state.',
    responses: { 200: Audit },
    example: { ...byId, responses: { 200: auditExample } },
    handle: async ({ ctx, params: { campaign_id } }, { campaigns }) => {
      const reply = await campaigns.auditCampaign(ctx, { campaign_id });
      return { status: 200, body: { campaign_id, ...toAudit(reply) } };
    },
  }),
];
