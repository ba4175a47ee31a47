import type { CreateImportRequest } from '@outreach/contracts-contacts';
import { invalidField } from '@outreach/errors';
import { Surveyor, type Survey } from './csv/survey.ts';
import { ROWS_MAX, tooManyRows } from './import-job.ts';

/** The part with the file, and the field that errors of it name. */
export const FILE_PART = 'file';

type Part = NonNullable<CreateImportRequest['part']>;
export type UploadField = Extract<Part, { $case: 'field' }>['value'];
export type UploadFile = Extract<Part, { $case: 'file' }>['value'];

/** What becomes of the parts of one upload, in the order in which they come. */
export interface UploadTaker {
  field?(field: UploadField): void;
  /** The file begins; its content follows. */
  open?(file: UploadFile): void;
  write(bytes: Uint8Array): Promise<void> | void;
}

export interface TakenUpload {
  /** By name; of fields with the same name the last one. */
  readonly fields: ReadonlyMap<string, string>;
  readonly survey: Survey;
}

/**
 * Takes the parts of an upload with a CSV file, and counts its rows along the way.
 * @throws AppError invalid_argument on `file`: none came, under another name, or with too many rows.
 */
export async function takeUpload(
  parts: AsyncIterable<{ readonly part: Part | undefined }>,
  taker: UploadTaker,
): Promise<TakenUpload> {
  const fields = new Map<string, string>();
  const surveyor = new Surveyor();
  let hasFile = false;
  for await (const { part } of parts) {
    if (part === undefined) continue;
    if (part.$case === 'field') {
      fields.set(part.value.name, part.value.value);
      taker.field?.(part.value);
    } else if (part.$case === 'file') {
      if (part.value.name !== FILE_PART)
        throw invalidField(FILE_PART, 'The file must be in the part named file.');
      hasFile = true;
      taker.open?.(part.value);
    } else {
      if (!hasFile) throw noFile();
      surveyor.push(part.value);
      // The first record may be a header.
      if (surveyor.recordCount > ROWS_MAX + 1) throw tooManyRows(FILE_PART);
      await taker.write(part.value);
    }
  }
  if (!hasFile) throw noFile();
  return { fields, survey: surveyor.end() };
}

/** @throws AppError invalid_argument on `file`, now that it is known whether the first record is a header. */
export function countRows({ recordCount }: Survey, hasHeader: boolean): number {
  const rows = Math.max(recordCount - Number(hasHeader), 0);
  if (rows > ROWS_MAX) throw tooManyRows(FILE_PART);
  return rows;
}

function noFile(): Error {
  return invalidField(FILE_PART, 'A CSV file is required.');
}
