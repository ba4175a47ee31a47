import { createRecordReader, type CsvFormat } from './record-reader.ts';
import type { CsvRecord } from './split-records.ts';

/** The records of a file with their byte positions. A record that is too long has a position and no complete cells. */
export async function* locateRecords(
  content: AsyncIterable<Uint8Array>,
  format: CsvFormat,
): AsyncGenerator<CsvRecord, void, undefined> {
  const reader = createRecordReader(format);
  for await (const bytes of content) yield* reader.push(bytes);
  yield* reader.end();
}
