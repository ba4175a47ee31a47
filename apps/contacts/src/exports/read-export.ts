import { z } from 'zod';
import { OLDEST_FIRST } from '../contact-store/index.ts';
import { indexHintsOf, isAlways, parseStoredFilters, queryOf, resolveNames } from '../filters/index.ts';
import { columnsOf, recordsOf } from './export-rows.ts';
import type { ExportFormat, ReadExportPorts } from './ports.ts';

const PAGE_CONTACTS = 500;
const COUNT_TIMEOUT_MS = 3_000;

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
