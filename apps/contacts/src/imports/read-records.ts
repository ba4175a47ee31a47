import { createRecordReader } from './csv/record-reader.ts';
import type { CsvRecord } from './csv/split-records.ts';
import type { FileShape } from './import-job.ts';

/** The data records of a file in their order, without the header. */
export async function* readRecords(
  content: AsyncIterable<Uint8Array>,
  { encoding, separator, hasHeader }: FileShape,
): AsyncGenerator<CsvRecord[], void, undefined> {
  const reader = createRecordReader({ encoding, separator });
  let isHeaderAhead = hasHeader;
  const withoutHeader = (records: CsvRecord[]): CsvRecord[] => {
    if (!isHeaderAhead || records.length === 0) return records;
    isHeaderAhead = false;
    return records.slice(1);
  };
  for await (const bytes of content) yield withoutHeader(reader.push(bytes));
  yield withoutHeader(reader.end());
}
