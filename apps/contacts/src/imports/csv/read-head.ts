import { createRecordReader, type CsvFormat } from './record-reader.ts';

export interface FileHead extends CsvFormat {
  /** The first bytes of the file. */
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

/** The first complete records of the head, the header included. */
export function readHead(
  { bytes, isWhole, ...format }: FileHead,
  countMax: number,
): readonly (readonly string[])[] {
  const reader = createRecordReader(format);
  const records = reader.push(bytes);
  if (isWhole) records.push(...reader.end());
  return records.slice(0, countMax).map(({ cells }) => cells);
}
