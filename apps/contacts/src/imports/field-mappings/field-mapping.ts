import type { DedupBehavior } from '../../contact-records/dedup.ts';
import type { Transform } from './apply-transform.ts';

/** What separates cells; null where the file itself tells. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;

export type Delimiter = (typeof DELIMITERS)[number];

/** How files of one kind are imported. */
export interface FieldMapping {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly has_header: boolean;
  readonly delimiter: Delimiter | null;
  readonly mappings: readonly ColumnMapping[];
  /** For every contact of a file. */
  readonly default_tags: readonly string[];
  readonly dedup_behavior: DedupBehavior;
  readonly created_at: Date;
}

/** What becomes of one column. */
export interface ColumnMapping {
  /** The title in the header, or the number of the column from 1 where there is none. */
  readonly source_column: string;
  /** A writable member, `company.*`, `custom_fields.<name>`, `tags`, or `ignore`. */
  readonly target_field: string;
  readonly transform: Transform;
}
