import type { FieldError } from '@outreach/errors';
import { refuseWrong } from '../../contact-model/index.ts';
import { targetsFor } from '../map-columns.ts';
import type { ColumnMapping, FieldMapping } from './field-mapping.ts';

/** The limit for the cells of a record. */
export const COLUMNS_MAX = 1_000;
const COLUMN_NUMBER = /^[1-9]\d{0,3}$/;

/** Targets that several columns may have. */
const SHARED_TARGETS: ReadonlySet<string> = new Set(['tags', 'ignore']);

/** @throws AppError invalid_argument naming `mappings[i].source_column` or `.target_field` of each wrong one. */
export function checkColumns(
  { mappings, has_header: hasHeader }: Pick<FieldMapping, 'mappings' | 'has_header'>,
  customNames: ReadonlySet<string>,
): void {
  const targets = new Set([...targetsFor([...customNames]), 'ignore']);
  const taken = new Set<string>();
  const errors = mappings.flatMap((mapping, index): FieldError[] => {
    const wrong = wrongFields(mapping, { hasHeader, targets, taken });
    if (!SHARED_TARGETS.has(mapping.target_field)) taken.add(mapping.target_field);
    return wrong.map(([field, message]) => ({ field: `mappings[${index}].${field}`, message }));
  });
  refuseWrong(errors);
}

interface ColumnRules {
  readonly hasHeader: boolean;
  readonly targets: ReadonlySet<string>;
  /** Targets of the previous columns. */
  readonly taken: ReadonlySet<string>;
}

type WrongField = readonly [field: keyof ColumnMapping, message: string];

function wrongFields(
  { source_column: column, target_field: target }: ColumnMapping,
  { hasHeader, targets, taken }: ColumnRules,
): WrongField[] {
  const wrong: WrongField[] = [];
  const isNumber = COLUMN_NUMBER.test(column) && Number(column) <= COLUMNS_MAX;
  if (!hasHeader && !isNumber) {
    wrong.push(['source_column', `must be a number from 1 to ${COLUMNS_MAX} in a file without a header`]);
  }
  if (!targets.has(target)) {
    wrong.push(['target_field', 'must be a writable field of contacts, tags or ignore']);
  } else if (taken.has(target)) {
    wrong.push(['target_field', 'is the target of another column already']);
  }
  return wrong;
}
