import type { ServiceBase } from '@outreach/app-kit';
import type { Model, QueryFilter } from 'mongoose';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import { findPage, type Cursors } from '@outreach/mongo-kit/paging';
import type { PageOf } from '@outreach/service-kit';
import { searchTerms, searchTokens } from '@outreach/values';
import { OPEN_CAMPAIGN_STATUSES, type Campaign } from './campaign.ts';
import type { CampaignQuery, CampaignStore } from './ports.ts';

const OPEN = { $in: [...OPEN_CAMPAIGN_STATUSES] };

type CampaignDocument = Omit<Campaign, 'id'> & {
  readonly _id: string;
  /** The words for search. */
  readonly tokens: readonly string[];
  /** The last request that enrolled contacts. */
  readonly last_enrolled_at?: Date;
  /** Incremented by each transaction that relies on the pause, so that a concurrent resume conflicts with it. */
  readonly holds?: number;
};

const required = (type: unknown): object => ({ type, required: true });

const schema = tenantSchema<CampaignDocument>(
  {
    _id: String,
    name: required(String),
    tokens: [String],
    status: required(String),
    campaign_type: required(String),
    platform: required(String),
    sequence_id: required(String),
    sending_account_ids: [String],
    min_health_score: required(Number),
    daily_send_limit: required(Number),
    max_new_leads_per_day: required(Number),
    smart_time_gaps: required(Boolean),
    provider_matching: required(String),
    send_window_start: required(Number),
    send_window_end: required(Number),
    send_days: [Number],
    open_tracking_enabled: required(Boolean),
    link_tracking_enabled: required(Boolean),
    stop_on_reply: required(Boolean),
    stop_on_domain_reply: required(Boolean),
    stop_on_unsubscribe: required(Boolean),
    allow_risky_contacts: required(Boolean),
    auto_enroll: required(Boolean),
    contact_filter: { _id: false, segment_ids: [String], icp_tier: [String], grade: [String] },
    client_id: String,
    pause_reason: String,
    paused_by: String,
    paused_at: Date,
    completed_at: Date,
    archived_at: Date,
    started_at: Date,
    resumed_at: Date,
    created_at: required(Date),
    updated_at: required(Date),
    version: required(Number),
    last_enrolled_at: Date,
    holds: Number,
  },
  [
    [{ workspace_id: 1, sequence_id: 1, status: 1 }, { name: 'of_sequence' }],
    [{ workspace_id: 1, sending_account_ids: 1, status: 1 }, { name: 'of_account' }],
    [{ workspace_id: 1, created_at: 1, _id: 1 }, { name: 'by_creation' }],
    [{ workspace_id: 1, client_id: 1 }, { name: 'of_client' }],
    [{ workspace_id: 1, name: 1 }, { name: 'by_name' }],
    [{ workspace_id: 1, tokens: 1, created_at: 1, _id: 1 }, { name: 'by_token' }],
  ],
);

export function createCampaignStore({ mongo, cursors, units }: ServiceBase): CampaignStore {
  const { writes } = units;
  const campaigns: Model<CampaignDocument> = defineModel(mongo.connection, 'campaigns', schema);
  return {
    findById: async (id) => {
      const found = await campaigns.findOne({ _id: id }).lean<CampaignDocument>();
      return found === null ? undefined : fromDocument(found);
    },
    findByIds: async (ids) => {
      const found = await campaigns.find({ _id: { $in: [...ids] } }).lean<CampaignDocument[]>();
      return found.map(fromDocument);
    },
    activeOf: async (sequenceId, limit) => {
      const filter = { sequence_id: sequenceId, status: 'active' as const };
      return (await campaigns.find(filter).limit(limit).lean<CampaignDocument[]>()).map(fromDocument);
    },
    openCampaignsOf: async (sequenceId) => {
      const statuses = await campaigns.distinct('status', { sequence_id: sequenceId, status: OPEN });
      if (statuses.length === 0) return 'none';
      return statuses.includes('active') ? 'active' : 'open';
    },
    idsOfSequence: async (sequenceId) => campaigns.distinct('_id', { sequence_id: sequenceId }),
    markEnrolled: async ({ id, status }, at) =>
      writes.change(campaigns, { filter: { _id: id, status }, set: { last_enrolled_at: at } }),
    staysPaused: async (id) => holdPause(campaigns, id),
    insert: async ({ id, ...campaign }) =>
      writes.insert(campaigns, [{ _id: id, ...campaign, tokens: searchTokens([campaign.name]) }]),
    save: async ({ id, workspace_id, ...campaign }, expectedVersion) =>
      writes.change(campaigns, {
        filter: { _id: id, version: expectedVersion },
        set: { ...campaign, tokens: searchTokens([campaign.name]) },
      }),
    ...createLists(campaigns, cursors),
    usedNames: async (names) => {
      const filter = { name: { $in: [...names] } };
      const found = await campaigns.find(filter, { name: 1 }).lean<Pick<CampaignDocument, 'name'>[]>();
      return new Set(found.map(({ name }) => name));
    },
    usesAccount: async (accountId) =>
      (await campaigns.exists({ sending_account_ids: accountId, status: OPEN })) !== null,
    activeIdsUsing: async (accountIds, others = []) => {
      const uses = { sending_account_ids: { $in: [...accountIds] } };
      const some = others.length === 0 ? uses : { $or: [uses, { _id: { $in: [...others] } }] };
      const filter = { ...some, status: 'active' as const };
      const found = await campaigns.find(filter, { _id: 1 }).lean<Pick<CampaignDocument, '_id'>[]>();
      return found.map(({ _id }) => _id);
    },
  };
}

function createLists(
  campaigns: Model<CampaignDocument>,
  cursors: Cursors,
): Pick<CampaignStore, 'list' | 'listAll' | 'ids'> {
  return {
    list: async (query) => listPage(campaigns, cursors, query),
    listAll: async (page, asked) =>
      findPage(cursors, { model: campaigns, list: 'all_campaigns', asked, page, toItem: fromDocument }),
    ids: async ({ clientId, max }) => {
      const filter = clientId === undefined ? {} : { client_id: clientId };
      const found = await campaigns
        .find(filter, { _id: 1 })
        .limit(max)
        .lean<Pick<CampaignDocument, '_id'>[]>();
      return found.map(({ _id }) => _id);
    },
  };
}

async function holdPause(campaigns: Model<CampaignDocument>, id: string): Promise<boolean> {
  const held = await campaigns.updateOne({ _id: id, status: 'paused' }, { $inc: { holds: 1 } });
  return held.matchedCount === 1;
}

async function listPage(
  model: Model<CampaignDocument>,
  cursors: Cursors,
  query: CampaignQuery,
): Promise<PageOf<Campaign>> {
  return findPage(cursors, {
    model,
    list: 'campaigns',
    filter: filterOf(query),
    words: searchTerms(query.search ?? ''),
    asked: askedText(query),
    page: query.page,
    toItem: fromDocument,
  });
}

function filterOf(query: CampaignQuery): QueryFilter<CampaignDocument> {
  const { statuses, campaignType, platform, clientId, createdAfter, updatedAfter } = query;
  return {
    status: statuses.length === 0 ? { $ne: 'archived' } : { $in: [...statuses] },
    ...(campaignType !== undefined && { campaign_type: campaignType }),
    ...(platform !== undefined && { platform }),
    ...(clientId !== undefined && { client_id: clientId }),
    ...(createdAfter !== undefined && { created_at: { $gt: createdAfter } }),
    ...(updatedAfter !== undefined && { updated_at: { $gt: updatedAfter } }),
  };
}

/** The canonical text of the filter. */
function askedText({ statuses, page, ...rest }: CampaignQuery): string {
  const { campaignType, platform, clientId, createdAfter, updatedAfter } = rest;
  const fields = [campaignType, platform, clientId, createdAfter, updatedAfter];
  return JSON.stringify([statuses.toSorted(), ...fields.map((field) => field ?? null)]);
}

function fromDocument({ _id, tokens, last_enrolled_at, holds, ...campaign }: CampaignDocument): Campaign {
  return { id: _id, ...campaign };
}
