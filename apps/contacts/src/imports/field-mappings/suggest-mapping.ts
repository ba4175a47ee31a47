import { fitsCodePoints } from '@outreach/values';
import { mapByName } from '../map-columns.ts';
import type { ColumnMapping } from './field-mapping.ts';

/** The limit for titles in field mappings. */
const TITLE_CHARACTERS_MAX = 200;

/**
 * The mapping that an import without a field mapping uses. A title of several columns appears once, for its
 * first column. Columns without a title do not appear.
 */
export function suggestMapping(
  titles: readonly string[],
  customNames: readonly string[],
): readonly ColumnMapping[] {
  const targets = mapByName(titles, customNames);
  const mappings = new Map<string, ColumnMapping>();
  for (const [index, title] of titles.entries()) {
    if (title === '' || !fitsCodePoints(title, TITLE_CHARACTERS_MAX)) continue;
    const target = targets[index] ?? 'ignore';
    if (mappings.has(title) && target === 'ignore') continue;
    mappings.set(title, { source_column: title, target_field: target, transform: 'none' });
  }
  return [...mappings.values()];
}

/** The suggestion for a file without titles. */
export function ignoreAll(columns: readonly string[]): readonly ColumnMapping[] {
  return columns.map((column) => ({ source_column: column, target_field: 'ignore', transform: 'none' }));
}
