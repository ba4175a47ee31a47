import { ContactRecord } from '@outreach/contracts-contacts';
import { toRecord, type Contact } from '../contact-model/index.ts';
import type { ExportFormat } from './ports.ts';

/** An import splits a list of tags at semicolons. */
const LIST_SEPARATOR = ';';

const FIELDS = Object.keys(ContactRecord.shape).filter(
  (field) => field !== 'company' && field !== 'custom_fields',
);
const COMPANY = Object.keys(ContactRecord.shape.company.shape).map((field) => `company.${field}`);

/** The fields of a contact, of its company, and all custom fields of the workspace. */
export function columnsOf(customFields: readonly string[]): readonly string[] {
  return [...FIELDS, ...COMPANY, ...customFields.map((name) => `custom_fields.${name}`)];
}

/** The records of contacts: as the API shows them, and flat in CSV. */
export function recordsOf(
  format: ExportFormat,
  contacts: readonly Contact[],
): Readonly<Record<string, unknown>>[] {
  const records = contacts.map(toRecord);
  if (format === 'jsonl') return records.map((record) => ({ ...record }));
  return records.map(({ company, custom_fields: values, ...fields }) => ({
    ...toCells('', fields),
    ...toCells('company.', company),
    ...toCells('custom_fields.', values),
  }));
}

function toCells(prefix: string, values: object): Record<string, string> {
  const cells = Object.entries(values).map(([name, value]) => [`${prefix}${name}`, toCell(value)]);
  return Object.fromEntries(cells) as Record<string, string>;
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.join(LIST_SEPARATOR);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
