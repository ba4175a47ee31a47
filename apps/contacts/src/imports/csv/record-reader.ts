import type { Encoding } from '../import-job.ts';
import { createCellDecoder } from './decode-text.ts';
import { createUnitReader } from './read-units.ts';
import { createRecordSplitter, type CsvRecord } from './split-records.ts';

/** What must be known of a file to read its records. */
export interface CsvFormat {
  readonly encoding: Encoding;
  readonly separator: string;
}

/** The records of a file that comes in parts, their cells decoded; `start` and `end` are bytes of the file. */
export interface RecordReader {
  /** Records that end in this part. */
  push(bytes: Uint8Array): CsvRecord[];
  /** The record that no line end follows, if there is one. */
  end(): CsvRecord[];
}

/** The one way to the records of a file, so that all who count them agree on their numbers and places. */
export function createRecordReader({ encoding, separator }: CsvFormat): RecordReader {
  const units = createUnitReader(encoding);
  const splitter = createRecordSplitter(separator);
  const decode = createCellDecoder(encoding);
  let bytesPassed = 0;
  const show = ({ cells, isTooLong, start, end }: CsvRecord): CsvRecord => ({
    cells: cells.map(decode),
    isTooLong,
    start: units.byteAt(start),
    // The last unit may lack a byte.
    end: Math.min(units.byteAt(end), bytesPassed),
  });
  return {
    push: (bytes) => {
      bytesPassed += bytes.length;
      return splitter.push(units.push(bytes)).map(show);
    },
    end: () => [...splitter.push(units.end()), ...splitter.end()].map(show),
  };
}
