/** The effect of a row on an existing contact: its values win, the row is skipped, or it fills empty fields only. */
export const DEDUP_BEHAVIORS = ['update', 'skip', 'fill_empty'] as const;
/** The results of the rows of a request or file. */
export const ROW_STATUSES = [
  'created',
  'updated',
  'unchanged',
  'skipped',
  'suppressed',
  'conflict',
  'failed',
] as const;
export const CLIENT_STATUSES = ['active', 'archived'] as const;
export const CONTACT_SORTS = ['created_desc', 'created_asc', 'updated_desc', 'lead_score_desc'] as const;
/** How the filters of a request are joined. */
export const FILTERS_LOGICS = ['AND', 'OR'] as const;
/** A dynamic segment is a query, a static one a list of contacts. */
export const SEGMENT_TYPES = ['dynamic', 'static'] as const;
/** One address, or a domain with its subdomains. */
export const SUPPRESSION_TYPES = ['email', 'domain'] as const;
/** The operator adds global suppressions, for all workspaces. */
export const SUPPRESSION_SCOPES = ['workspace', 'global'] as const;
