/** A campaign with more emails is exported in the background. */
export const DIRECT_SENDS_MAX = 10_000;

export type ExportFormat = 'csv' | 'jsonl';

/** What an export of emails contains, with the names of its fields in the database. */
export interface SendContent {
  readonly campaign_id: string;
  /** True for a column with the events of each email. */
  readonly include_events: boolean;
}
