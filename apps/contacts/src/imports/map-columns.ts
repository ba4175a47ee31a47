import { COMPANY_FIELDS, TEXT_FIELDS } from '../contact-model/index.ts';
import type { FieldKind } from '../custom-fields/index.ts';
import type { TransformedCell } from './field-mappings/apply-transform.ts';
import type { FieldMapping } from './field-mappings/field-mapping.ts';
import type { FileShape } from './import-job.ts';

const CONTACT_TARGETS = ['email', ...TEXT_FIELDS, 'company_domain', 'tags', 'verification_status'] as const;
const CUSTOM_PREFIX = 'custom_fields.';
const COMPANY_PREFIX = 'company.';

/** All targets of columns, except `ignore`. */
export function targetsFor(customNames: readonly string[]): readonly string[] {
  const company = COMPANY_FIELDS.map((field) => COMPANY_PREFIX + field);
  return [...CONTACT_TARGETS, ...company, ...customNames.map((name) => CUSTOM_PREFIX + name)];
}

/** The target of each column by its title, without case, spaces and punctuation. The first column of a name wins. */
export function mapByName(columns: readonly string[], customNames: readonly string[]): (string | null)[] {
  const byName = new Map<string, string>();
  for (const target of targetsFor(customNames).toReversed()) {
    byName.set(normalizeTitle(target), target);
    if (target.startsWith(CUSTOM_PREFIX))
      byName.set(normalizeTitle(target.slice(CUSTOM_PREFIX.length)), target);
  }
  const taken = new Set<string>();
  return columns.map((column) => {
    const target = byName.get(normalizeTitle(column));
    if (target === undefined || taken.has(target)) return null;
    taken.add(target);
    return target;
  });
}

function normalizeTitle(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_.-]/g, '');
}

/** Targets and transforms of a file's columns by a field mapping; columns that it does not name are ignored. */
export function mapByMapping(
  columns: readonly string[],
  { has_header, mappings }: Pick<FieldMapping, 'has_header' | 'mappings'>,
): Pick<FileShape, 'targets' | 'transforms'> {
  const bySource = new Map(mappings.map((mapping) => [mapping.source_column, mapping]));
  const found = columns.map((title, index) => bySource.get(has_header ? title : String(index + 1)));
  return {
    targets: found.map((mapping) =>
      mapping === undefined || mapping.target_field === 'ignore' ? null : mapping.target_field,
    ),
    transforms: found.map((mapping) => mapping?.transform ?? 'none'),
  };
}

/** The request body of a row; an empty cell is an absent field. Several columns can have tags. */
export function toBody(
  cells: readonly TransformedCell[],
  targets: readonly (string | null)[],
): Readonly<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  const company: Record<string, unknown> = {};
  const values: Record<string, unknown> = {};
  const tags: string[] = [];
  for (let index = 0; index < targets.length; index += 1) {
    const target = targets[index] ?? null;
    const cell = trimmed(cells[index] ?? '');
    if (target === null || cell.length === 0) continue;
    if (target.startsWith(COMPANY_PREFIX)) {
      const field = target.slice(COMPANY_PREFIX.length);
      company[field] = field === 'employee_count' && typeof cell === 'string' ? toNumber(cell) : cell;
    } else if (target.startsWith(CUSTOM_PREFIX)) values[target.slice(CUSTOM_PREFIX.length)] = cell;
    else if (target === 'tags') tags.push(...(typeof cell === 'string' ? toList(cell) : cell));
    else body[target] = cell;
  }
  if (tags.length > 0) body['tags'] = tags;
  if (Object.keys(company).length > 0) body['company'] = company;
  if (Object.keys(values).length > 0) body['custom_fields'] = values;
  return body;
}

function trimmed(cell: TransformedCell): TransformedCell {
  return typeof cell === 'string' ? cell.trim() : cell;
}

const YES = new Set(['true', 'yes', '1']);
const NO = new Set(['false', 'no', '0']);

/** The cell of a custom field as a value of its type; an invalid cell stays text, which validation then refuses. */
export function toCustomValue(cell: unknown, type: FieldKind | undefined): unknown {
  if (typeof cell !== 'string') return cell;
  if (type === 'number') return toNumber(cell);
  if (type === 'multi_select') return toList(cell);
  if (type !== 'boolean') return cell;
  const word = cell.toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : cell;
}

/** Splits tags and lists of values at commas and semicolons. */
export function toList(cell: string): string[] {
  return cell
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A cell that is not a number stays text, which validation then refuses. */
export function toNumber(cell: string): number | string {
  const number = Number(cell.replaceAll(/[\s_]/g, ''));
  return Number.isFinite(number) ? number : cell;
}
