import type { CreateImportRequest } from '@outreach/contracts-contacts/gen/imports.ts';
import { invalidField } from '@outreach/errors';
import { Surveyor, type FileSurvey } from './csv/survey.ts';
import { ROWS_MAX, tooManyRows } from './import-job.ts';

/** Name of the part with the file, and the field of errors about it. */
export const FILE_PART = 'file';

type Part = NonNullable<CreateImportRequest['part']>;
export type UploadField = Extract<Part, { $case: 'field' }>['value'];
export type UploadFile = Extract<Part, { $case: 'file' }>['value'];

/** Receives the parts of one upload in their order. */
export interface UploadReceiver {
  field?(field: UploadField): void;
  /** The file starts; its content follows. */
  open?(file: UploadFile): void;
  write(bytes: Uint8Array): Promise<void> | void;
}

export interface Upload {
  /** Values by name; the last one of several fields with the same name. */
  readonly fields: ReadonlyMap<string, string>;
  readonly survey: FileSurvey;
}

/**
 * Reads the parts of an upload with a CSV file, and counts its rows.
 * @throws AppError invalid_argument on `file`: it is missing, has another name, or has too many rows.
 */
export async function readUpload(
  chunks: AsyncIterable<{ readonly part: Part | undefined }>,
  receiver: UploadReceiver,
): Promise<Upload> {
  const fields = new Map<string, string>();
  const surveyor = new Surveyor();
  let hasFile = false;
  for await (const { part } of chunks) {
    if (part === undefined) continue;
    if (part.$case === 'field') {
      fields.set(part.value.name, part.value.value);
      receiver.field?.(part.value);
    } else if (part.$case === 'file') {
      if (part.value.name !== FILE_PART)
        throw invalidField(FILE_PART, 'The file must be in the part named file.');
      hasFile = true;
      receiver.open?.(part.value);
    } else {
      if (!hasFile) throw noFile();
      surveyor.push(part.value);
      // The first record may be a header.
      if (surveyor.recordCount > ROWS_MAX + 1) throw tooManyRows(FILE_PART);
      await receiver.write(part.value);
    }
  }
  if (!hasFile) throw noFile();
  return { fields, survey: surveyor.end() };
}

/** The number of data rows. @throws AppError invalid_argument on `file` for too many rows. */
export function rowCountOf({ recordCount }: FileSurvey, hasHeader: boolean): number {
  const rows = Math.max(recordCount - Number(hasHeader), 0);
  if (rows > ROWS_MAX) throw tooManyRows(FILE_PART);
  return rows;
}

function noFile(): Error {
  return invalidField(FILE_PART, 'A CSV file is required.');
}
