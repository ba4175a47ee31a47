import type { Encoding } from '../import-job.ts';
import { createCellDecoder } from './decode-text.ts';
import { createUnitReader } from './read-units.ts';
import { RecordSplitter, type CsvRecord } from './split-records.ts';

/** The format that is needed to read the records of a file. */
export interface CsvFormat {
  readonly encoding: Encoding;
  readonly separator: string;
}

/** Reads the records of a file from chunks. Cells are decoded; `start` and `end` are byte offsets in the file. */
export interface RecordReader {
  /** Returns the records that end in this chunk. */
  push(bytes: Uint8Array): CsvRecord[];
  /** Returns the last record if no line end follows it. */
  end(): CsvRecord[];
}

/** All readers of files use this function, so that record numbers and positions agree. */
export function createRecordReader({ encoding, separator }: CsvFormat): RecordReader {
  const units = createUnitReader(encoding);
  const splitter = new RecordSplitter(separator);
  const decode = createCellDecoder(encoding);
  let bytesPassed = 0;
  const toDecoded = ({ cells, isTooLong, start, end }: CsvRecord): CsvRecord => ({
    cells: cells.map(decode),
    isTooLong,
    start: units.byteAt(start),
    // The last unit may be incomplete.
    end: Math.min(units.byteAt(end), bytesPassed),
  });
  return {
    push: (bytes) => {
      bytesPassed += bytes.length;
      return splitter.push(units.push(bytes)).map(toDecoded);
    },
    end: () => [...splitter.push(units.end()), ...splitter.end()].map(toDecoded),
  };
}
