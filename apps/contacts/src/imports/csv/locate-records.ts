import { createRecordReader, type CsvFormat } from './record-reader.ts';
import type { CsvRecord } from './split-records.ts';

/** The records of a file and the bytes in which they lie. Of a record that is too long only the place is known. */
export async function* locateRecords(
  content: AsyncIterable<Uint8Array>,
  format: CsvFormat,
): AsyncGenerator<CsvRecord, void, undefined> {
  const reader = createRecordReader(format);
  for await (const bytes of content) yield* reader.push(bytes);
  yield* reader.end();
}
