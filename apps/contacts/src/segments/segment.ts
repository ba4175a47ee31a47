import type { SavedFilter } from '../filters/index.ts';

/** A named set of contacts: a query, or a list of contacts, which store the id of the segment. */
export interface Segment extends SavedFilter {
  readonly workspace_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly contact_count: number;
  readonly counted_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}
