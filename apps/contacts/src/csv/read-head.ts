import type { Encoding } from '../domain/imports/import-job.ts';
import { createTextDecoder } from './decode-text.ts';
import { createRecordSplitter } from './split-records.ts';

export interface FileHead {
  /** The first bytes of the file. */
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
  readonly encoding: Encoding;
  readonly separator: string;
}

/** The first records that lie within the head as a whole, the header among them. */
export function readHead(
  { bytes, isWhole, encoding, separator }: FileHead,
  countMax: number,
): readonly (readonly string[])[] {
  const decode = createTextDecoder(encoding);
  const splitter = createRecordSplitter(separator);
  const records = splitter.push(decode(bytes));
  if (isWhole) records.push(...splitter.push(decode(undefined)), ...splitter.end());
  return records.slice(0, countMax).map(({ cells }) => cells);
}
