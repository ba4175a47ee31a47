import { tenantSchema, type IndexRow } from '@outreach/mongo-kit';
import { TEXT_FIELDS } from '../contact-model/index.ts';
import type { ContactDocument } from './contact-document.store.ts';

const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, String]));

/** An index that starts with workspace and deletion flag, so that every list is one range of it. */
const listed = (name: string, ...paths: readonly string[]): IndexRow => [
  Object.fromEntries([['workspace_id', 1], ['is_deleted', 1], ...paths.map((path) => [path, 1])]),
  { name },
];

/** An index of the documents that have the field; documents without it cost nothing. */
const listedIfSet = (name: string, path: string): IndexRow => {
  const [keys] = listed(name, path, 'created_at', '_id');
  return [keys, { name, partialFilterExpression: { [path]: { $exists: true } } }];
};

/** Index names and the paths after workspace and deletion flag; `_id` follows as the last key. */
const INDEXES_WITH_ID: Readonly<Record<string, readonly string[]>> = {
  by_creation: ['created_at'],
  by_update: ['updated_at'],
  by_score: ['lead_score', 'created_at'],
  by_last_name: ['comparable.last_name'],
  by_company_name: ['comparable.company_name'],
  by_activity: ['last_activity_at'],
};

/** The unique index of addresses. */
export const ADDRESS_INDEX = 'by_address';

/** Sorts with an index: index name and the paths after workspace and deletion flag. */
export const SORT_INDEXES: Readonly<Record<string, readonly string[]>> = {
  ...INDEXES_WITH_ID,
  [ADDRESS_INDEX]: ['email'],
};

/**
 * `deleted_at` is null for contacts that are not deleted, so at most one of them has an address. Deleted contacts of
 * one address differ by the time of their deletion.
 */
const [ADDRESS_KEYS] = listed(ADDRESS_INDEX, 'email', 'deleted_at');

/** Filters with an index in the order of the default sort. */
const FILTER_INDEXES: readonly IndexRow[] = [
  listed('by_tier', 'icp_tier', 'created_at', '_id', 'lead_score'),
  listed('by_tag', 'tags', 'created_at', '_id'),
  // Word prefixes are ranges: a further key would not sort them and would only make the index larger.
  listed('by_token', 'tokens'),
  listedIfSet('by_segment', 'segment_ids'),
  listedIfSet('by_campaign', 'campaign_ids'),
];

export const contactSchema = tenantSchema<ContactDocument>(
  {
    _id: String,
    ...texts,
    email: { type: String, required: true },
    full_name_is_own: Boolean,
    lead_source: String,
    lead_score: Number,
    icp_tier: String,
    grade: String,
    tags: [String],
    verification_status: String,
    verified_at: Date,
    mail_provider: String,
    is_enriched: Boolean,
    is_deleted: Boolean,
    deleted_at: Date,
    deletion_reason: String,
    company: {
      _id: false,
      id: String,
      name: String,
      domain: String,
      industry: String,
      employee_count: Number,
      revenue_band: String,
    },
    custom_fields: Object,
    created_at: Date,
    updated_at: Date,
    unscored_at: Date,
    profile_revision: Number,
    version: Number,
    tokens: { type: [String], default: undefined },
    comparable: Object,
    last_activity_at: Date,
    segment_ids: { type: [String], default: undefined },
    campaign_ids: { type: [String], default: undefined },
    engagement_checks: Number,
    engagement_points: Number,
    engagement_until: Date,
  },
  [
    [ADDRESS_KEYS, { unique: true, name: ADDRESS_INDEX }],
    ...Object.entries(INDEXES_WITH_ID).map(([name, paths]) => listed(name, ...paths, '_id')),
    ...FILTER_INDEXES,
    // One job reads the points of all workspaces, so this index does not start with the workspace.
    [
      { engagement_until: 1 },
      { name: 'by_engagement_end', partialFilterExpression: { engagement_until: { $exists: true } } },
    ],
  ],
);
