import type { DedupBehavior } from '../../contact-model/index.ts';
import type { Transform } from './apply-transform.ts';

/** The separators of cells. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;

export type Delimiter = (typeof DELIMITERS)[number];

/** Stored settings for imports of similar files. */
export interface FieldMapping {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly has_header: boolean;
  /** Null to detect the separator of each file. */
  readonly delimiter: Delimiter | null;
  readonly mappings: readonly ColumnMapping[];
  /** Tags of all contacts of a file. */
  readonly default_tags: readonly string[];
  readonly dedup_behavior: DedupBehavior;
  readonly created_at: Date;
}

/** The target and transform of one column. */
export interface ColumnMapping {
  /** The title in the header; without a header, the number of the column from 1. */
  readonly source_column: string;
  /** A writable field of contacts, `company.*`, `custom_fields.<name>`, `tags`, or `ignore`. */
  readonly target_field: string;
  readonly transform: Transform;
}
