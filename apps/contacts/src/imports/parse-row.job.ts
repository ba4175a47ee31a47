import { ContactCreateBody } from '@outreach/contracts-contacts/contact-input';
import { AppError } from '@outreach/errors';
import { parseWith } from '@outreach/http-kit';
import type { z } from 'zod';
import type { UpsertRow } from '../contacts/index.ts';
import type { FieldKind } from '../custom-fields/index.ts';
import { REPLACEMENT } from './csv/decode-text.ts';
import type { CsvRecord } from './csv/split-records.ts';
import { applyTransform } from './field-mappings/apply-transform.ts';
import type { FileShape, ImportErrorCode, ImportRowError } from './import-job.ts';
import { cutNamed, cutRow, type RawRow } from './raw-row.ts';
import { toBody, toCustomValue } from './map-columns.ts';
import { codeOfValue, columnOf } from './refused-field.ts';

/** A valid row for the pipeline, or the error of an invalid one. */
export type ParsedRow =
  ({ readonly row: UpsertRow; readonly rowNumber: number } & RawRow) | { readonly error: ImportRowError };

/** `rowNumber` counts data rows from 1. */
export type ReadRow = (record: CsvRecord, rowNumber: number) => ParsedRow;

export interface RowReaderOptions {
  readonly shape: FileShape;
  readonly defaultTags: readonly string[];
  /** Types of the workspace's custom fields by name. */
  readonly fieldTypes: ReadonlyMap<string, FieldKind>;
}

/** Parses the rows of one file by its shape. */
export function rowReader({ shape, defaultTags, fieldTypes }: RowReaderOptions): ReadRow {
  const schema = schemaOf(shape);
  return ({ cells, isTooLong }, rowNumber) => {
    const source = { rowNumber, cells, shape };
    const problem = problemOf(cells, isTooLong, shape);
    if (problem !== undefined) return refuse(source, problem);
    const body = bodyOf(cells, shape, fieldTypes);
    try {
      const change = parseWith(schema, withTags(body, defaultTags));
      return { row: { email: change.email, change }, rowNumber, ...cutRow(cells) };
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      return refuse(source, toProblem(thrown, body));
    }
  };
}

type OptionalColumn = Exclude<keyof typeof ContactCreateBody.shape, 'email' | 'tags'>;

/** Without the fields that have no column: an absent field costs a row half as much as a present one. */
function schemaOf({ targets }: FileShape): z.ZodType<UpsertRow['change'] & { readonly email: string }> {
  const used = new Set(targets.map((target) => target?.split('.')[0]));
  // Every row may get default tags.
  const { email, tags, ...fields } = ContactCreateBody.shape;
  const unused = Object.keys(fields).filter((name) => !used.has(name));
  const mask: Partial<Record<OptionalColumn, true>> = Object.fromEntries(
    unused.map((name) => [name, true] as const),
  );
  return ContactCreateBody.omit(mask);
}

const NUL = '\0';

interface Problem {
  readonly code: ImportErrorCode;
  readonly message: string;
  /** The wrong field of the contact. */
  readonly field?: string | undefined;
}

/** The problem of a record as a whole: length, number of columns, characters. */
function problemOf(cells: readonly string[], isTooLong: boolean, shape: FileShape): Problem | undefined {
  if (isTooLong) return { code: 'too_long', message: 'The row is too long.' };
  if (cells.length !== shape.targets.length) {
    const message = `The row has ${cells.length} columns instead of ${shape.targets.length}.`;
    return { code: 'column_count_mismatch', message };
  }
  if (cells.some((cell) => cell.includes(NUL)))
    return { code: 'invalid_value', message: 'The row has a NUL character.' };
  if (!cells.some((cell) => cell.includes(REPLACEMENT))) return undefined;
  return { code: 'encoding_error', message: `The row has bytes that are not valid ${shape.encoding}.` };
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

interface RowSource {
  readonly rowNumber: number;
  readonly cells: readonly string[];
  readonly shape: FileShape;
}

function refuse({ rowNumber, cells, shape }: RowSource, { code, message, field }: Problem): ParsedRow {
  const address = cells[shape.targets.indexOf('email')]?.trim() ?? '';
  return {
    error: {
      row_number: rowNumber,
      column: columnOf({ field, message }, shape),
      email: address === '' ? null : cutNamed(address),
      code,
      message,
      ...cutRow(cells),
    },
  };
}

function toProblem({ field, message }: AppError, body: Readonly<Record<string, unknown>>): Problem {
  if (field === 'email')
    return { code: body['email'] === undefined ? 'missing_email' : 'invalid_email', message, field };
  return { code: codeOfValue({ message }), message, field };
}
