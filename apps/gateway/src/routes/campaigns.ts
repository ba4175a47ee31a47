import { campaignErrors } from '@outreach/contracts-campaigns';
import { CAMPAIGN_NAME_MAX, toCampaignRecord } from '@outreach/contracts-campaigns/campaign';
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
  toCampaignInput,
} from './campaign-records.ts';
import { commaList, searchIn } from './contact-lists.ts';
import { requirePresent, toPageRequest } from './convert.ts';
import { campaignParams } from './path-params.ts';
import { route } from './route.ts';

const byId = { params: { campaign_id: campaignExample.id } };
const reads = { tags: ['campaigns'], scope: ['campaigns:read'] } as const;
const writes = { tags: ['campaigns'], scope: ['campaigns:write'] } as const;
const writeErrors = [campaignErrors.outsideAgency, campaignErrors.inactiveInbox, campaignErrors.emptyFilter];

/** The records of campaigns. */
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
    ...writes,
    method: 'post',
    path: '/api/v1/campaigns/{campaign_id}/clone/',
    operationId: 'cloneCampaign',
    summary: 'Clone a campaign',
    description:
      'Creates a draft with the same settings and without enrollments, also of an archived campaign. Without `name`, the copy is called `<name> (Copy)`, then `<name> (Copy 2)`.',
    limits: ['campaign_create'],
    idempotent: true,
    params: campaignParams,
    body: z.object({ name: optionalText(CAMPAIGN_NAME_MAX).describe('Name.') }).meta({ id: 'CampaignClone' }),
    responses: { 201: Campaign },
    example: { ...byId, body: {}, responses: { 201: campaignExample } },
    handle: async ({ ctx, params: { campaign_id }, body }, { campaigns }) => {
      const request = { id: campaign_id, name: body.name ?? undefined };
      const { campaign } = await campaigns.cloneCampaign(ctx, request);
      return { status: 201, body: toCampaignRecord(requirePresent(campaign)) };
    },
  }),
];
