import { recordOf } from '@outreach/contracts-common';
import { AudienceRecord, ForecastRecord, SendingStatusRecord } from '@outreach/contracts-campaigns/planning';
import { queryFlag } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { campaignExample } from './campaign-records.ts';
import { campaignParams, EXAMPLE_TIME, EXAMPLE_ULID, route } from './route.ts';

const SendingStatus = SendingStatusRecord.meta({ id: 'SendingStatus' });
const Audience = AudienceRecord.meta({ id: 'Audience' });
const Forecast = ForecastRecord.meta({ id: 'Forecast' });
const accountId = `acc_${EXAMPLE_ULID}`;
const reads = {
  method: 'get',
  tags: ['campaigns'],
  scope: ['campaigns:read'],
  params: campaignParams,
} as const;
const byId = { params: { campaign_id: campaignExample.id } };

/** When a campaign sends: its status now, and its forecast. */
export const campaignPlanningRoutes = [
  route({
    ...reads,
    path: '/api/v1/campaigns/{campaign_id}/sending-status/',
    operationId: 'getSendingStatus',
    summary: 'Get the sending status of a campaign',
    description:
      'Whether the campaign sends now, and why not. `status` is the first of these that applies: `campaign_draft`, `campaign_completed` (archived too), `bounce_protect` (paused by the system), `campaign_paused`, `no_accounts_available`, `all_accounts_unhealthy`, `waiting_for_contacts`, `out_of_schedule`, `account_daily_limit_met`, `daily_limit_met`, `new_lead_limit_met`, `follow_up_delay_not_met`, `healthy`.',
    responses: { 200: SendingStatus },
    example: {
      ...byId,
      responses: {
        200: {
          status: 'healthy',
          message: 'The campaign sends.',
          next_send_at: EXAMPLE_TIME,
          details: {
            queued: 4,
            planned_today: 12,
            new_leads_today: 9,
            daily_send_limit: 50,
            max_new_leads_per_day: 0,
            accounts: [
              {
                sending_account_id: accountId,
                status: 'active',
                health_score: 100,
                planned_today: 12,
                allowed_today: 30,
                next_free_at: EXAMPLE_TIME,
              },
            ],
          },
        },
      },
    },
    handle: async ({ ctx, params: { campaign_id } }, { campaigns }) => ({
      status: 200,
      body: recordOf(await campaigns.getSendingStatus(ctx, { campaign_id }), 'details'),
    }),
  }),
  route({
    ...reads,
    limits: ['analytics'],
    path: '/api/v1/campaigns/{campaign_id}/audience/',
    operationId: 'getCampaignAudience',
    summary: 'Count the contacts of a campaign before its launch',
    description:
      'The contacts that match the filter of the campaign now: how many a launch would enroll, and how many it would leave out, by reason. Up to 5,000 matches are counted exactly; above, the numbers are extrapolated from a sample and `is_estimated` is true.',
    responses: { 200: Audience },
    example: {
      ...byId,
      responses: {
        200: {
          campaign_id: campaignExample.id,
          matching: 480,
          accepted: 451,
          left_out: { already_enrolled: 0, suppressed: 12, invalid_address: 9, risky_address: 8 },
          is_estimated: false,
        },
      },
    },
    handle: async ({ ctx, params: { campaign_id } }, { campaigns }) => ({
      status: 200,
      body: recordOf(await campaigns.getAudience(ctx, { campaign_id }), 'left_out'),
    }),
  }),
  route({
    ...reads,
    limits: ['analytics'],
    path: '/api/v1/campaigns/{campaign_id}/forecast/',
    operationId: 'getForecast',
    summary: 'Forecast the emails of a campaign',
    description:
      'The emails that are left, by UTC day and account, planned with the rules of the planner that sends, for at most 365 days. It assumes that no enrollment stops and that no other campaign uses the accounts; above 2,000 contacts it is an estimate. `with_audience=true` adds the contacts that the launch of a draft would enroll now. `finish_date` is null if the last email is later. `binding_constraint` is the limit that ends most days: `daily_send_limit`, `max_new_leads_per_day`, `account_daily_limit`, `send_window`, `follow_up_delay` or `no_accounts_available`.',
    query: z.object({
      with_audience: queryFlag().describe(
        '`true` adds the contacts that the launch of a draft would enroll now; it changes nothing after the launch.',
      ),
    }),
    responses: { 200: Forecast },
    example: {
      ...byId,
      query: { with_audience: 'false' },
      responses: {
        200: {
          campaign_id: campaignExample.id,
          total_remaining: 30,
          finish_date: '2026-02-02',
          binding_constraint: 'account_daily_limit',
          days: [
            { date: '2026-02-02', planned: 30, by_account: [{ sending_account_id: accountId, planned: 30 }] },
          ],
        },
      },
    },
    handle: async ({ ctx, params: { campaign_id }, query }, { campaigns }) => {
      const request = { campaign_id, with_audience: query.with_audience ?? false };
      return { status: 200, body: recordOf(await campaigns.getForecast(ctx, request)) };
    },
  }),
];
