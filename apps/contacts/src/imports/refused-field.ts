import type { FileShape, ImportErrorCode } from './import-job.ts';
import { cutNamed } from './raw-row.ts';

/** The field of a contact that refuses a row, with its message. */
export interface RefusedField {
  readonly field?: string | null | undefined;
  readonly message: string;
}

const TOO_LONG = /must be at most .* long/;
const INDEX = /\[\d+\]$/;

/** The code of a value that its field refuses. */
export function codeOfValue({ message }: RefusedField): ImportErrorCode {
  return TOO_LONG.test(message) ? 'too_long' : 'invalid_value';
}

/** The column of a field: its title, or its number from 1 in a file without a header; null without a column. */
export function columnOf({ field }: RefusedField, { columns, targets }: FileShape): string | null {
  const index = field === undefined || field === null ? -1 : targets.indexOf(field.replace(INDEX, ''));
  return index === -1 ? null : cutNamed(columns[index] ?? String(index + 1));
}
