import { ContactCreateBody } from '@outreach/contracts-contacts';
import { AppError } from '@outreach/errors';
import { parseWith } from '@outreach/http-kit';
import { REPLACEMENT } from './csv/decode-text.ts';
import type { CsvRecord } from './csv/split-records.ts';
import type { FieldKind } from '../custom-fields/custom-field.ts';
import { applyTransform } from './field-mappings/apply-transform.ts';
import type { FileShape, ImportErrorCode, ImportRowError } from './import-job.ts';
import { toBody, toCustomValue } from './map-columns.ts';
import type { UpsertRow } from '../contacts/upsert-contacts.ts';

/** A row as the pipeline takes it, or why it cannot be taken. */
export type ParsedRow =
  | { readonly row: UpsertRow; readonly rowNumber: number; readonly raw: readonly string[] }
  | { readonly error: ImportRowError };

export interface RowReader {
  /** `rowNumber` counts data rows from 1. */
  read(record: CsvRecord, rowNumber: number): ParsedRow;
}

export interface RowReaderOptions {
  readonly shape: FileShape;
  readonly defaultTags: readonly string[];
  /** Of the workspace's custom fields, by their names. */
  readonly fieldTypes: ReadonlyMap<string, FieldKind>;
}

/** Reads the rows of one file; the shape tells what its columns are. */
export function createRowReader({ shape, defaultTags, fieldTypes }: RowReaderOptions): RowReader {
  return {
    read: ({ cells, isTooLong }, rowNumber) => {
      const place = { rowNumber, raw: cells, shape };
      const problem = problemOf(cells, isTooLong, shape);
      if (problem !== undefined) return refuse(place, problem);
      const body = bodyOf(cells, shape, fieldTypes);
      try {
        const change = parseWith(ContactCreateBody, withTags(body, defaultTags));
        return { row: { email: change.email, change }, rowNumber, raw: cells };
      } catch (thrown) {
        if (!(thrown instanceof AppError)) throw thrown;
        return refuse(place, toProblem(thrown, body));
      }
    },
  };
}

const NUL = '\0';

interface Problem {
  readonly code: ImportErrorCode;
  readonly message: string;
  /** The contact's member that is wrong. */
  readonly field?: string | undefined;
}

/** What is wrong with a record before anybody looks at its values. */
function problemOf(cells: readonly string[], isTooLong: boolean, shape: FileShape): Problem | undefined {
  if (isTooLong) return { code: 'too_long', message: 'The row is too long.' };
  if (cells.length !== shape.targets.length) {
    const message = `The row has ${cells.length} columns instead of ${shape.targets.length}.`;
    return { code: 'column_count_mismatch', message };
  }
  if (cells.some((cell) => cell.includes(NUL)))
    return { code: 'invalid_value', message: 'The row has a NUL character.' };
  if (!cells.some((cell) => cell.includes(REPLACEMENT))) return undefined;
  return { code: 'encoding_error', message: `The row has bytes that are no ${shape.encoding} text.` };
}

function bodyOf(
  cells: readonly string[],
  { targets, transforms = [] }: FileShape,
  fieldTypes: ReadonlyMap<string, FieldKind>,
): Readonly<Record<string, unknown>> {
  const transformed = cells.map((cell, index) => applyTransform(transforms[index] ?? 'none', cell));
  const body = toBody(transformed, targets);
  const { custom_fields: values } = body;
  if (typeof values !== 'object' || values === null) return body;
  const typed = Object.entries(values).map(([name, cell]) => [
    name,
    toCustomValue(cell, fieldTypes.get(name)),
  ]);
  return { ...body, custom_fields: Object.fromEntries(typed) };
}

function withTags(body: Readonly<Record<string, unknown>>, defaultTags: readonly string[]) {
  if (defaultTags.length === 0) return body;
  const own: unknown = body['tags'];
  return { ...body, tags: [...(Array.isArray(own) ? own.map(String) : []), ...defaultTags] };
}

interface Place {
  readonly rowNumber: number;
  readonly raw: readonly string[];
  readonly shape: FileShape;
}

function refuse({ rowNumber, raw, shape }: Place, { code, message, field }: Problem): ParsedRow {
  const index = field === undefined ? -1 : shape.targets.indexOf(field);
  const address = raw[shape.targets.indexOf('email')]?.trim() ?? '';
  return {
    error: {
      row_number: rowNumber,
      column: index === -1 ? null : (shape.columns[index] ?? String(index + 1)),
      email: address === '' ? null : address,
      code,
      message,
      raw: [...raw],
    },
  };
}

const TOO_LONG = /must be at most .* long/;
const INDEX = /\[\d+\]$/;

function toProblem({ field, message }: AppError, body: Readonly<Record<string, unknown>>): Problem {
  if (field === 'email')
    return { code: body['email'] === undefined ? 'missing_email' : 'invalid_email', message, field };
  const code = TOO_LONG.test(message) ? 'too_long' : 'invalid_value';
  return { code, message, field: field?.replace(INDEX, '') };
}
