import { campaignErrors } from '@outreach/contracts-campaigns';
import {
  CAMPAIGN_NAME_MAX,
  PAUSE_REASON_MAX,
  toCampaignRecord,
  toGateReasonRecord,
} from '@outreach/contracts-campaigns/campaign';
import { CAMPAIGN_STATUSES, CAMPAIGN_TYPES, PLATFORMS } from '@outreach/contracts-campaigns/records';
import { maskOf } from '@outreach/contracts-common';
import { cursor, id, optionalText, pageSize, timestamp } from '@outreach/http-kit/fields';
import { z } from 'zod';
import {
  Campaign,
  CampaignCreateBody,
  campaignExample,
  campaignResource,
  CampaignUpdateBody,
  GateResult,
  launchedExample,
  ResumedCampaign,
  toCampaignInput,
} from './campaign-records.ts';
import { commaList, searchIn } from './contact-lists.ts';
import { campaignParams, EXAMPLE_TIME, requirePresent, route, toPageRequest } from './route.ts';

const byId = { params: { campaign_id: campaignExample.id } };
const reads = { tags: ['campaigns'], scope: ['campaigns:read'] } as const;
const writes = { tags: ['campaigns'], scope: ['campaigns:write'] } as const;
/** A POST on one campaign. */
const operates = { ...writes, method: 'post', idempotent: true, params: campaignParams } as const;
const { invalidTransition, gateBlocked, inactiveInbox, emptyFilter } = campaignErrors;
const writeErrors = [campaignErrors.outsideAgency, inactiveInbox, emptyFilter];

/** Campaigns, the operations that change their status, and the gate. */
export const campaignRoutes = [
  campaignResource.search({
    ...reads,
    operationId: 'listCampaigns',
    summary: 'List campaigns',
    description: 'Newest first. Without `status`, archived campaigns are left out.',
    query: z.object({
      status: commaList(CAMPAIGN_STATUSES),
      campaign_type: z.enum(CAMPAIGN_TYPES).optional().describe('Only campaigns of this type.'),
      platform: z.enum(PLATFORMS).optional().describe('Only campaigns on this platform.'),
      client_id: id('cli').optional().describe('Id of the client.'),
      created_after: timestamp().optional().describe('Only resources created after this time.'),
      updated_after: timestamp().optional().describe('Only resources updated after this time.'),
      search: searchIn('the name'),
      page_size: pageSize(),
      cursor: cursor(),
    }),
    errors: [campaignErrors.outsideAgency],
    asked: { status: 'draft,active', search: 'spring' },
    call: async (ctx, query, { campaigns }) => {
      const { status = [], campaign_type, platform, client_id, created_after, updated_after, search } = query;
      const filter = { campaign_type, platform, client_id, created_after, updated_after, search };
      return campaigns.listCampaigns(ctx, { page: toPageRequest(query), statuses: status, ...filter });
    },
    items: ({ campaigns }) => campaigns,
  }),
  campaignResource.create({
    ...writes,
    operationId: 'createCampaign',
    summary: 'Create a campaign',
    description:
      'Creates a draft. Without `contact_filter`, or with an empty one, the campaign accepts all contacts of the workspace.',
    limits: ['campaign_create'],
    body: CampaignCreateBody,
    errors: writeErrors,
    given: {
      name: campaignExample.name,
      campaign_type: campaignExample.campaign_type,
      sequence_id: campaignExample.sequence_id,
      sending_account_ids: campaignExample.sending_account_ids,
      contact_filter: { icp_tier: ['A', 'B'] },
    },
    call: async (ctx, body, { campaigns }) => {
      const request = { input: toCampaignInput(body), mask: maskOf(body) };
      return (await campaigns.createCampaign(ctx, request)).campaign;
    },
  }),
  campaignResource.get({
    ...reads,
    operationId: 'getCampaign',
    summary: 'Get a campaign',
    call: async (ctx, id, { campaigns }) => (await campaigns.getCampaign(ctx, { id })).campaign,
  }),
  campaignResource.update({
    ...writes,
    operationId: 'updateCampaign',
    summary: 'Update a campaign',
    description:
      '`contact_filter` and the lists are replaced as a whole. After the launch, `campaign_type`, `platform` and `sequence_id` cannot be changed; of a completed campaign only `name`; of an archived campaign nothing.',
    body: CampaignUpdateBody,
    errors: [...writeErrors, campaignErrors.immutableField, campaignErrors.invalidTransition],
    given: { daily_send_limit: 80 },
    call: async (ctx, { id, body }, { campaigns }) => {
      const request = { id, input: toCampaignInput(body), mask: maskOf(body) };
      return (await campaigns.updateCampaign(ctx, request)).campaign;
    },
  }),
  route({
    ...operates,
    path: '/api/v1/campaigns/{campaign_id}/clone/',
    operationId: 'cloneCampaign',
    summary: 'Clone a campaign',
    description:
      'Creates a draft with the same settings and without enrollments, also of an archived campaign. Without `name`, the copy is called `<name> (Copy)`, then `<name> (Copy 2)`.',
    limits: ['campaign_create'],
    body: z.object({ name: optionalText(CAMPAIGN_NAME_MAX).describe('Name.') }).meta({ id: 'CampaignClone' }),
    responses: { 201: Campaign },
    example: { ...byId, body: {}, responses: { 201: campaignExample } },
    handle: async ({ ctx, params: { campaign_id }, body }, { campaigns }) => {
      const request = { id: campaign_id, name: body.name ?? undefined };
      const { campaign } = await campaigns.cloneCampaign(ctx, request);
      return { status: 201, body: toCampaignRecord(requirePresent(campaign)) };
    },
  }),
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
    ...operates,
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
    ...operates,
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
