import { tenantSchema, type IndexRow } from '@outreach/mongo-kit';
import { TEXT_MEMBERS } from './contact.ts';
import type { ContactDocument } from './contact-document.store.ts';

const texts = Object.fromEntries(TEXT_MEMBERS.map((member) => [member, String]));

/** Begins with the workspace and the flag, so that every list is one range of it. */
const listed = (name: string, ...paths: readonly string[]): IndexRow => [
  Object.fromEntries([['workspace_id', 1], ['is_deleted', 1], ...paths.map((path) => [path, 1])]),
  { name },
];

/** Only documents that have the member are in the index; those without pay nothing for it. */
const listedIfPresent = (name: string, path: string): IndexRow => {
  const [keys] = listed(name, path, 'created_at', '_id');
  return [keys, { name, partialFilterExpression: { [path]: { $exists: true } } }];
};

/** Sorts that an index gives in order: index, and the paths behind workspace and flag, `_id` last. */
export const SORT_INDEXES: Readonly<Record<string, readonly string[]>> = {
  by_creation: ['created_at'],
  by_update: ['updated_at'],
  by_score: ['lead_score', 'created_at'],
  by_email: ['email'],
  by_last_name: ['folded.last_name'],
  by_company_name: ['folded.company_name'],
  by_activity: ['last_activity_at'],
};

/** Filters that an index answers in the order of the default sort. */
const FILTER_INDEXES: readonly IndexRow[] = [
  listed('by_tier', 'icp_tier', 'created_at', '_id', 'lead_score'),
  listed('by_tag', 'tags', 'created_at', '_id'),
  // Beginnings of words are ranges, which no further key could bring into an order: it stays as small as it can be.
  listed('by_token', 'tokens'),
  listedIfPresent('by_segment', 'segment_ids'),
  listedIfPresent('by_campaign', 'campaign_ids'),
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
    folded: Object,
    last_activity_at: Date,
    segment_ids: { type: [String], default: undefined },
    campaign_ids: { type: [String], default: undefined },
    event_count: Number,
    engagement_points: Number,
    engagement_until: Date,
  },
  [
    [
      { workspace_id: 1, email: 1 },
      { unique: true, partialFilterExpression: { is_deleted: false }, name: 'identity' },
    ],
    ...Object.entries(SORT_INDEXES).map(([name, paths]) => listed(name, ...paths, '_id')),
    ...FILTER_INDEXES,
    // One job looks after the points of all workspaces, so this one does not begin with a workspace.
    [
      { engagement_until: 1 },
      { name: 'by_engagement_end', partialFilterExpression: { engagement_until: { $exists: true } } },
    ],
  ],
);
