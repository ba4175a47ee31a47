import { ContactRecord } from '@outreach/contracts-contacts';
import { z } from 'zod';
import { toRecord, type Contact } from '../contact-model/index.ts';
import { OLDEST_FIRST } from '../contact-store/index.ts';
import { indexHintsOf, isAlways, parseStoredFilters, queryOf, resolveNames } from '../filters/index.ts';
import type { ExportFormat, ReadExportPorts } from './ports.ts';

const PAGE_CONTACTS = 500;
const COUNT_TIMEOUT_MS = 3_000;
/** An import splits a list of tags at semicolons. */
const LIST_SEPARATOR = ';';

const FIELDS = Object.keys(ContactRecord.shape).filter(
  (field) => field !== 'company' && field !== 'custom_fields',
);
const COMPANY = Object.keys(ContactRecord.shape.company.shape).map((field) => `company.${field}`);

const Content = z.object({ filters: z.string(), filters_logic: z.enum(['AND', 'OR']) });
const Filters = z.array(z.object({ field: z.string(), op: z.string(), value: z.unknown() }));

interface ContactSource {
  readonly total: number;
  readonly columns: readonly string[];
  read(position: string): Promise<{
    readonly records: readonly Readonly<Record<string, unknown>>[];
    readonly after: string | undefined;
  }>;
}

/** The contacts of a job that are not deleted, oldest first. */
export async function openExport(
  ports: ReadExportPorts,
  stored: unknown,
  format: ExportFormat,
): Promise<ContactSource> {
  const { filters: text, filters_logic: logic } = Content.parse(stored);
  const filters = Filters.parse(JSON.parse(text));
  // A segment or a custom field may have been deleted meanwhile.
  const condition = parseStoredFilters(filters, logic, await resolveNames(ports, filters));
  const [query, hints] = [queryOf({ condition }), indexHintsOf({ condition })];
  const total = isAlways(condition)
    ? await ports.counts.total()
    : await ports.contacts.count(query, hints, COUNT_TIMEOUT_MS);
  const fields = await ports.customFields.all();
  return {
    total: total ?? 0,
    columns: columnsOf(fields.map(({ name }) => name)),
    read: async (position) => {
      const { contacts, next } = await ports.contacts.slice({
        ...hints,
        query,
        columns: OLDEST_FIRST,
        after: position === '' ? undefined : JSON.parse(position),
        pageSize: PAGE_CONTACTS,
      });
      const after = next === undefined ? undefined : JSON.stringify(next);
      return { records: recordsOf(format, contacts), after };
    },
  };
}

/** The fields of a contact, of its company, and all custom fields of the workspace. */
function columnsOf(customFields: readonly string[]): readonly string[] {
  return [...FIELDS, ...COMPANY, ...customFields.map((name) => `custom_fields.${name}`)];
}

/** The records of contacts: as the API shows them, and flat in CSV. */
function recordsOf(format: ExportFormat, contacts: readonly Contact[]): Readonly<Record<string, unknown>>[] {
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
