import { AppError, type FieldError } from '@outreach/errors';
import { COMPANY_FIELDS, TEXT_FIELDS } from '../../contact-records/contact.ts';
import type { ColumnMapping, FieldMapping } from './field-mapping.ts';

/** As many columns as a record of a file has cells. */
export const COLUMNS_MAX = 1_000;
const ERRORS_MAX = 50;
const COLUMN_NUMBER = /^[1-9]\d{0,3}$/;
const CUSTOM_PREFIX = 'custom_fields.';

const TARGETS: ReadonlySet<string> = new Set([
  'email',
  ...TEXT_FIELDS,
  'verification_status',
  'company_domain',
  ...COMPANY_FIELDS.map((member) => `company.${member}`),
  'tags',
  'ignore',
]);

/** Several columns may feed tags, and be ignored. */
const SHARED_TARGETS: ReadonlySet<string> = new Set(['tags', 'ignore']);

/** @throws AppError invalid_argument naming `mappings[i].source_column` or `.target_field` of each wrong one. */
export function checkColumns(
  { mappings, has_header: hasHeader }: Pick<FieldMapping, 'mappings' | 'has_header'>,
  customNames: ReadonlySet<string>,
): void {
  const taken = new Set<string>();
  const errors = mappings.flatMap((mapping, index): FieldError[] => {
    const wrong = wrongMember(mapping, { hasHeader, customNames, taken });
    if (!SHARED_TARGETS.has(mapping.target_field)) taken.add(mapping.target_field);
    return wrong.map(([member, message]) => ({ field: `mappings[${index}].${member}`, message }));
  });
  const [first] = errors;
  if (first === undefined) return;
  throw new AppError('invalid_argument', `${first.field} ${first.message}.`, {
    field: first.field,
    errors: errors.slice(0, ERRORS_MAX),
  });
}

interface Surroundings {
  readonly hasHeader: boolean;
  readonly customNames: ReadonlySet<string>;
  /** Targets of the mappings before. */
  readonly taken: ReadonlySet<string>;
}

type Wrong = readonly [member: keyof ColumnMapping, message: string];

function wrongMember(
  { source_column: column, target_field: target }: ColumnMapping,
  { hasHeader, customNames, taken }: Surroundings,
): Wrong[] {
  const wrong: Wrong[] = [];
  const isNumber = COLUMN_NUMBER.test(column) && Number(column) <= COLUMNS_MAX;
  if (!hasHeader && !isNumber) {
    wrong.push(['source_column', `must be a number from 1 to ${COLUMNS_MAX} in a file without a header`]);
  }
  const custom = target.startsWith(CUSTOM_PREFIX) ? target.slice(CUSTOM_PREFIX.length) : undefined;
  if (custom === undefined ? !TARGETS.has(target) : !customNames.has(custom)) {
    wrong.push(['target_field', 'must be a member of contacts that can be written, tags or ignore']);
  } else if (taken.has(target)) {
    wrong.push(['target_field', 'is the target of another column already']);
  }
  return wrong;
}
