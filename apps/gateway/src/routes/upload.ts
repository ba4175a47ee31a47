import type { CreateImportRequest } from '@outreach/contracts-contacts';
import type { MultipartPart } from '@outreach/http-kit';

export const FILE_BYTES_MAX = 200 * 1_048_576;
export const UPLOAD_DEADLINE_MS = 300_000;

/** The message for a piece of an upload. */
export function toPart(part: MultipartPart): CreateImportRequest['part'] {
  if (part.kind === 'chunk') return { $case: 'chunk', value: part.bytes };
  if (part.kind === 'field') return { $case: 'field', value: { name: part.name, value: part.value } };
  return { $case: 'file', value: { name: part.name, file_name: part.filename, content_type: part.type } };
}
