import type { Schema } from '@outreach/client';
import { stringify } from 'csv-stringify/sync';

type Contact = Schema<'Contact'>;

/** An import splits a list of tags at semicolons. */
const LIST_SEPARATOR = ';';

/**
 * Rows of CSV: the fields of a contact, `company.*` and `custom_fields.*`. Cells that a spreadsheet would run as
 * formulas begin with `'`.
 * @param names of the custom fields.
 */
export function toCsvRows(contacts: readonly Contact[], names: readonly string[], hasHead: boolean): string {
  const rows = contacts.map((contact) => toRow(contact, names));
  const head = hasHead ? [Object.keys(rows[0] ?? {})] : [];
  return stringify([...head, ...rows.map((row) => Object.values(row))], { escape_formulas: true });
}

function toRow(contact: Contact, names: readonly string[]): Record<string, string> {
  const { company, custom_fields: values, ...fields } = contact;
  return {
    ...toCells(Object.entries(fields)),
    ...toCells(Object.entries(company).map(([name, value]) => [`company.${name}`, value])),
    ...toCells(names.map((name) => [`custom_fields.${name}`, values[name]])),
  };
}

function toCells(entries: readonly (readonly [string, unknown])[]): Record<string, string> {
  return Object.fromEntries(entries.map(([name, value]) => [name, toCell(value)]));
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.join(LIST_SEPARATOR);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
