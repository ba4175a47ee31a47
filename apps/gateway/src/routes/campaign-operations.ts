import { campaignErrors } from '@outreach/contracts-campaigns';
import {
  PAUSE_REASON_MAX,
  toCampaignRecord,
  toGateReasonRecord,
} from '@outreach/contracts-campaigns/campaign';
import { optionalText } from '@outreach/http-kit/fields';
import { z } from 'zod';
import {
  Campaign,
  campaignExample,
  campaignResource,
  GateResult,
  launchedExample,
  ResumedCampaign,
} from './campaign-records.ts';
import { requirePresent } from './convert.ts';
import { campaignParams } from './path-params.ts';
import { EXAMPLE_TIME, route } from './route.ts';

const byId = { params: { campaign_id: campaignExample.id } };
const writes = {
  method: 'post',
  tags: ['campaigns'],
  scope: ['campaigns:write'],
  idempotent: true,
  params: campaignParams,
} as const;
const { invalidTransition, gateBlocked, inactiveInbox, emptyFilter } = campaignErrors;

/** The operations that change the status of a campaign, and the gate. */
export const campaignOperationRoutes = [
  campaignResource.act({
    ...writes,
    operationId: 'launchCampaign',
    summary: 'Launch a draft',
    description:
      'The contacts that match `contact_filter` are enrolled in the background; `enrollment_counts` shows the progress. `gate_blocked` lists in `blocking_reasons` what to fix.',
    limits: ['campaign_launch'],
    errors: [invalidTransition, inactiveInbox, emptyFilter, gateBlocked],
    action: 'launch',
    changed: launchedExample,
    call: async (ctx, id, { campaigns }) => (await campaigns.launchCampaign(ctx, { id })).campaign,
  }),
  route({
    ...writes,
    path: '/api/v1/campaigns/{campaign_id}/pause/',
    operationId: 'pauseCampaign',
    summary: 'Pause an active campaign',
    description: 'Queued emails are not canceled; they wait for the resume.',
    body: z.object({ reason: optionalText(PAUSE_REASON_MAX) }).meta({ id: 'CampaignPause' }),
    responses: { 200: Campaign },
    errors: [invalidTransition],
    example: {
      ...byId,
      body: { reason: 'New copy' },
      responses: {
        200: {
          ...launchedExample,
          status: 'paused',
          pause_reason: 'New copy',
          paused_by: 'user',
          paused_at: EXAMPLE_TIME,
        },
      },
    },
    handle: async ({ ctx, params: { campaign_id }, body }, { campaigns }) => {
      const request = { id: campaign_id, reason: body.reason ?? undefined };
      const { campaign } = await campaigns.pauseCampaign(ctx, request);
      return { status: 200, body: toCampaignRecord(requirePresent(campaign)) };
    },
  }),
  route({
    ...writes,
    path: '/api/v1/campaigns/{campaign_id}/resume/',
    operationId: 'resumeCampaign',
    summary: 'Resume a paused campaign',
    description:
      'Queued emails keep their schedule. Emails that are more than 24 hours late are dropped, and their enrollments stop.',
    limits: ['campaign_launch'],
    responses: { 200: ResumedCampaign },
    errors: [invalidTransition, gateBlocked],
    example: {
      ...byId,
      responses: { 200: { ...launchedExample, requeued_sends: 0, dropped_sends: 0 } },
    },
    handle: async ({ ctx, params: { campaign_id } }, { campaigns }) => {
      const { campaign, requeued_sends, dropped_sends } = await campaigns.resumeCampaign(ctx, {
        id: campaign_id,
      });
      const record = toCampaignRecord(requirePresent(campaign));
      return { status: 200, body: { ...record, requeued_sends, dropped_sends } };
    },
  }),
  campaignResource.act({
    ...writes,
    operationId: 'archiveCampaign',
    summary: 'Archive a campaign',
    description:
      'Ends a campaign in any status for good: its queued emails are canceled and its enrollments stop. Archiving it again changes nothing.',
    action: 'archive',
    changed: { ...launchedExample, status: 'archived', archived_at: EXAMPLE_TIME },
    call: async (ctx, id, { campaigns }) => (await campaigns.archiveCampaign(ctx, { id })).campaign,
  }),
  route({
    method: 'get',
    tags: ['campaigns'],
    scope: ['campaigns:read'],
    params: campaignParams,
    path: '/api/v1/campaigns/{campaign_id}/gate/',
    operationId: 'checkGate',
    summary: 'Check the gate',
    description: 'The reasons that would block a launch or resume now. Changes nothing.',
    responses: { 200: GateResult },
    example: {
      ...byId,
      responses: {
        200: {
          passed: false,
          blocking_reasons: [
            {
              reason: 'sequence_has_no_steps',
              message: 'The sequence has no steps; add at least one.',
              field: 'sequence_id',
            },
          ],
          warnings: [],
        },
      },
    },
    handle: async ({ ctx, params: { campaign_id } }, { campaigns }) => {
      const { passed, blocking_reasons, warnings } = await campaigns.checkGate(ctx, { campaign_id });
      const body = {
        passed,
        blocking_reasons: blocking_reasons.map(toGateReasonRecord),
        warnings: warnings.map(toGateReasonRecord),
      };
      return { status: 200, body };
    },
  }),
];
