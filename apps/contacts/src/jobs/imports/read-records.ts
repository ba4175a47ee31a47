import { createTextDecoder } from '../../csv/decode-text.ts';
import { createRecordSplitter, type CsvRecord } from '../../csv/split-records.ts';
import type { FileShape } from '../../domain/imports/import-job.ts';

/** The data records of a file, in their order and as they are read. */
export async function* readRecords(
  content: AsyncIterable<Uint8Array>,
  { encoding, separator, hasHeader }: FileShape,
): AsyncGenerator<CsvRecord[], void, undefined> {
  const decode = createTextDecoder(encoding);
  const splitter = createRecordSplitter(separator);
  let isHeaderAhead = hasHeader;
  const withoutHeader = (records: CsvRecord[]): CsvRecord[] => {
    if (!isHeaderAhead || records.length === 0) return records;
    isHeaderAhead = false;
    return records.slice(1);
  };
  for await (const bytes of content) yield withoutHeader(splitter.push(decode(bytes)));
  yield withoutHeader(splitter.push(decode(undefined)));
  yield withoutHeader(splitter.end());
}
