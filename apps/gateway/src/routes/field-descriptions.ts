import type { FieldDescriptions } from '@outreach/http-kit';
import { CAMPAIGN_FIELDS } from './campaign-descriptions.ts';
import { SENDING_ACCOUNT_DESCRIPTIONS } from './sending-account-records.ts';
import { SEQUENCE_FIELDS } from './sequence-field-descriptions.ts';
import { WEBHOOK_FIELDS } from './webhook-descriptions.ts';

/** Descriptions of query parameters. Schemas describe the other parameters. */
export const PARAMETER_DESCRIPTIONS: Readonly<Record<string, string>> = {
  after: 'A sequence or the id of an event; returns the events after it.',
  campaign_type: 'Only campaigns of this type.',
  created_after: 'Only resources created after this time.',
  delivered_after: 'Only deliveries after this time.',
  delivered_before: 'Only deliveries before this time.',
  event_type: 'Only deliveries of this event type.',
  expires: 'Seconds since 1970 after which the link is not valid.',
  format: 'Format of the response. `csv` and `jsonl` return all rows, `json` returns a page.',
  granularity: 'Length of the periods of the time series.',
  hard: '`true` deletes the contact and its personal data for good.',
  include: '`events` adds a column with the events of each email.',
  include_deleted: '`true` also returns soft-deleted contacts.',
  include_revoked: '`true` also returns revoked keys.',
  platform: 'Only campaigns on this platform.',
  segment_id: 'Id of a segment.',
  signature: 'Signature of the link.',
  sort: 'Sort order.',
  status: 'Only deliveries with this status.',
  tag: 'A tag that the contacts have. Repeat the parameter for several tags.',
  updated_after: 'Only resources updated after this time.',
  types: 'Comma-separated event types; all types by default.',
  webhook_id: 'Only the events of this endpoint, with its `webhook-sequence`.',
};

const EVERY_SCHEMA: FieldDescriptions = {
  schemas: 'all',
  fields: {
    id: 'Id of the resource.',
    workspace_id: 'Id of the workspace that the resource belongs to.',
    name: 'Name.',
    created_at: 'Time of creation.',
    updated_at: 'Time of the last change.',
    contact_id: 'Id of the contact.',
    campaign_id: 'Id of the campaign.',
    enrollment_id: 'Id of the enrollment.',
    sending_account_id: 'Id of the sending account.',
    results: 'One result per item of the request, in its order.',
    total: 'Number of items.',
    created: 'Number of items created.',
    failed: 'Number of invalid items.',
  },
};

const ACCESS: readonly FieldDescriptions[] = [
  {
    schemas: ['TokenPair'],
    fields: { access: 'The access token, valid for 15 minutes.', refresh: 'The refresh token. Use it once.' },
  },
  { schemas: ['Detail'], fields: { detail: 'The cause of the failed log-in.' } },
  {
    schemas: ['RateLimitStatus'],
    fields: {
      limit: 'Requests per window of the limit `credential`.',
      remaining: 'Requests that this limit still allows.',
      reset: 'Unix time in seconds at which quota becomes free.',
      limits: 'Every limit of the credential.',
    },
  },
  {
    schemas: ['ApiKey', 'CreatedApiKey', 'ApiKeyCreate', 'ApiKeyUpdate'],
    fields: {
      name: 'A name for people.',
      key_preview: 'The first characters of the key.',
      scopes: 'The scopes of the key.',
      rate_limit_per_minute: 'Requests per 60 seconds; 600 by default.',
      expires_at: 'Time after which the key is invalid; `null` for no expiry.',
      last_used_at: 'Time of the last request with the key.',
      revoked_at: 'Time of the revocation; `null` for an active key.',
    },
  },
  {
    schemas: ['User', 'UserCreate', 'UserUpdate'],
    fields: {
      username: 'Unique in the whole service, without regard to case.',
      password: '12 to 1,024 bytes. Responses never contain it.',
      email: 'Address of the user.',
      role: '`owner`, `admin`, `member` or `viewer`. The role includes scopes.',
      is_active: '`false` for a deactivated user, who cannot log in.',
      scopes: 'Scopes granted in addition to the scopes of the role.',
    },
  },
  {
    schemas: ['Workspace'],
    fields: {
      tier: '`default` or `enterprise`.',
      agency_id: 'Id of the agency; `null` outside an agency.',
      settings: 'Settings of the workspace.',
    },
  },
  {
    schemas: ['AuditEntry'],
    fields: {
      at: 'Time of the action.',
      actor: 'The user, API key or operator that acted.',
      action: 'The action.',
      target: 'The resource that the action changed.',
      ip: 'Address of the client.',
      request_id: 'X-Request-Id of the request.',
    },
  },
];

const CONTACTS: readonly FieldDescriptions[] = [
  {
    schemas: ['Contact', 'ScoredContact', 'ContactCreate', 'ContactUpdate'],
    fields: {
      email:
        'Address, normalised to lower case. Unique among the contacts of a workspace that are not deleted.',
      full_name: 'Defaults to first and last name.',
      title: 'Job title.',
      time_zone: 'IANA time zone name, such as Europe/Berlin.',
      lead_source: 'The origin of the contact.',
      lead_score: 'Score from 0 to 100.',
      icp_tier: 'Tier of the ideal customer profile, from A (best) to D.',
      grade: 'Grade of the score: A from 80, B from 60, C from 40, D from 20, else F.',
      tags: 'At most 100 tags of at most 64 characters.',
      verification_status: 'Result of the verification of the address.',
      is_enriched: '`true` after an enrichment.',
      is_deleted: '`true` after a soft delete.',
      company: 'The company of the contact.',
      company_domain: 'Domain of the company. `company.domain` takes precedence.',
      custom_fields: 'Values of custom fields by their names. Unknown names are ignored.',
      score_breakdown: 'The parts of the score.',
    },
  },
  {
    schemas: ['ScoreBreakdown'],
    fields: { fit: 'Points for the matching rules.', engagement: 'Points for reactions to emails.' },
  },
  {
    schemas: ['ContactDelete', 'DeletedContact', 'RetentionLog'],
    fields: { deletion_reason: 'The reason, for the record.', reason: 'The reason of the deletion.' },
  },
  { schemas: ['ErasedContact'], fields: { retention_log_id: 'Id of the retention log of the deletion.' } },
  { schemas: ['ContactTags'], fields: { add: 'Tags to add.', remove: 'Tags to remove.' } },
  {
    schemas: ['EngagementEvent'],
    fields: {
      event_type: 'Type of the event.',
      occurred_at: 'Time of the event.',
      is_machine: '`true` for a scanner, a proxy or an automatic reply.',
      metadata: 'Details that depend on the event type.',
    },
  },
  {
    schemas: ['Enrollment'],
    fields: {
      stop_reason: 'The reason for the status `stopped`.',
      current_step: 'The step of the last email.',
      next_send_at: 'Planned time of the next email.',
      sent_count: 'Number of emails sent.',
    },
  },
  {
    schemas: ['ImportJob'],
    fields: {
      file_name: 'Name of the uploaded file.',
      field_mapping_id: 'Id of the field mapping; `null` if columns map by name.',
      total_rows: 'Number of data rows in the file.',
      processed_rows: 'Number of rows processed so far.',
      progress: 'Fraction of the rows that are processed, from 0 to 1.',
      skipped_count: 'Number of rows skipped, for example duplicates in the file.',
      suppressed_count: 'Number of rows with a suppressed address.',
      error_count: 'Number of invalid rows.',
      dedup_behavior: 'The treatment of existing contacts.',
      error: 'The reason for the status `failed`.',
    },
  },
  {
    schemas: ['ImportRowError'],
    fields: {
      row_number: 'Number of the data row, from 1.',
      column: 'The column of the invalid value.',
      email: 'The address of the row.',
      code: 'The kind of error.',
      message: 'The error in words.',
      raw: 'The cells of the row, at most 4 KiB.',
      raw_truncated: 'True if `raw` is incomplete.',
    },
  },
  {
    schemas: ['Suppression', 'SuppressionCreate'],
    fields: {
      type: '`email` or `domain`.',
      value: 'The address or the domain; `sha256:` and a digest after the erasure of its contact.',
      scope: '`workspace`. The operator of the service adds global suppressions.',
      reason: 'The reason for the suppression.',
      source: 'The origin of the suppression.',
    },
  },
];

const CONTACT_SETTINGS: readonly FieldDescriptions[] = [
  {
    schemas: ['CustomField', 'CustomFieldCreate', 'CustomFieldUpdate'],
    fields: {
      name: 'The key in `custom_fields`: a letter, then letters, digits or underscores, at most 64 characters.',
      display_label: 'The label for people.',
      field_type: 'The type of the values. It cannot be changed.',
      options: 'The allowed values of a dropdown or multi-select.',
      fallback_value: 'The value in templates for contacts without a value.',
    },
  },
  {
    schemas: ['Segment', 'SegmentCreate', 'SegmentUpdate', 'ContactSearch'],
    fields: {
      segment_type: '`dynamic` for filters, `static` for a list of contacts.',
      filters: 'The filters that contacts match.',
      filters_logic: '`AND` requires all filters, `OR` at least one.',
      contact_count: 'Number of contacts at `counted_at`.',
      sort: 'At most three sort fields.',
    },
  },
  {
    schemas: ['Filter', 'IcpRuleInput', 'IcpRule'],
    fields: { op: 'The operator.', points: 'Points for a match; may be negative.' },
  },
  {
    schemas: ['Client', 'ClientCreate', 'ClientUpdate'],
    fields: { domain: 'Domain of the client.', status: '`active` or `archived`.' },
  },
  {
    schemas: ['FieldMapping', 'FieldMappingCreate', 'FieldMappingUpdate'],
    fields: {
      has_header: '`true` if the first row contains column titles.',
      delimiter: 'The separator of the columns; `null` detects it.',
      mappings: 'The mappings of columns to contact fields.',
      default_tags: 'Tags for every imported contact.',
      dedup_behavior: 'The treatment of existing contacts.',
    },
  },
  {
    schemas: ['IcpProfile', 'IcpProfileInput'],
    fields: { rules: 'The rules that give points.', tier_thresholds: 'The minimum fit score of each tier.' },
  },
];

/** Descriptions of the fields of named schemas; a later entry wins. */
export const FIELD_DESCRIPTIONS: readonly FieldDescriptions[] = [
  EVERY_SCHEMA,
  ...ACCESS,
  ...CONTACTS,
  ...CONTACT_SETTINGS,
  ...CAMPAIGN_FIELDS,
  ...SENDING_ACCOUNT_DESCRIPTIONS,
  ...SEQUENCE_FIELDS,
  ...WEBHOOK_FIELDS,
];
