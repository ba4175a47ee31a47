import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Encoding } from '../import-job.ts';
import { locateRecords } from './locate-records.ts';
import { RecordSplitter, type CsvRecord } from './split-records.ts';

const MIB = 1_048_576;
const PART_BYTES = 65_536;

const ENCODE: Readonly<Record<Encoding, (text: string) => Buffer>> = {
  'utf-8': (text) => Buffer.from(text),
  latin1: (text) => Buffer.from(text, 'latin1'),
  'utf-16le': (text) => Buffer.from(text, 'utf16le'),
  'utf-16be': (text) => Buffer.from(text, 'utf16le').swap16(),
};

async function* inParts(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

async function locatedIn(content: AsyncIterable<Uint8Array>, encoding: Encoding): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for await (const record of locateRecords(content, { encoding, separator: ',' })) records.push(record);
  return records;
}

async function located(bytes: Buffer, encoding: Encoding, partBytes = 7): Promise<CsvRecord[]> {
  return locatedIn(inParts(bytes, partBytes), encoding);
}

function split(text: string): (readonly string[])[] {
  const splitter = new RecordSplitter(',');
  return [...splitter.push(text), ...splitter.end()].map(({ cells }) => cells);
}

function decoded(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes);
}

const FILE =
  '\r\nname,mail\r\n\r\nZoë,"z@a.example"\n"two\r\nlines",b@a.example\r"say ""x""",c@a.example\n\nlast,d';

describe('locateRecords', () => {
  const encodings: readonly Encoding[] = ['utf-8', 'latin1', 'utf-16le', 'utf-16be'];

  it.each(encodings)('finds the positions of records in a %s file', async (encoding) => {
    const bytes = ENCODE[encoding](FILE);
    const records = await located(bytes, encoding);
    expect(records.map(({ cells }) => cells)).toEqual(split(FILE));
    for (const { cells, start, end } of records)
      expect(split(decoded(bytes.subarray(start, end), encoding))).toEqual([cells]);
  });

  it('leaves all other records unchanged when one is blanked', async () => {
    const piece = fc.constantFrom('a', 'é', ',', '"', '\n', '\r', '\r\n', '""', '"x\ny"', 'long cell');
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 40 }),
        fc.nat(),
        fc.constantFrom(...encodings),
        async (pieces, which, encoding) => {
          const bytes = ENCODE[encoding](pieces.join(''));
          const records = await located(bytes, encoding);
          const index = which % Math.max(records.length, 1);
          const chosen = records[index];
          if (chosen === undefined) return;
          const isWide = encoding.startsWith('utf-16');
          const count = (chosen.end - chosen.start) / (isWide ? 2 : 1);
          ENCODE[encoding]('\u001a'.repeat(count)).copy(bytes, chosen.start);
          const after = (await located(bytes, encoding, 5)).map(({ cells }) => cells);
          const before = records.map(({ cells }) => cells);
          expect(after).toEqual(before.with(index, ['\u001a'.repeat(count)]));
        },
      ),
    );
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be'] as const)(
    'skips the byte order mark of a %s file',
    async (encoding) => {
      const bytes = ENCODE[encoding]('\ufeff"a@b.\nexample",x\n');
      const [found] = await located(bytes, encoding, 1);
      expect(found?.cells).toEqual(['a@b.\nexample', 'x']);
      expect(decoded(bytes.subarray(found?.start, found?.end), encoding)).toBe('"a@b.\nexample",x');
    },
  );

  it('ends the last record within a file that ends within a character', async () => {
    const bytes = ENCODE['utf-16le']('a,b').subarray(0, 5);
    expect(await located(bytes, 'utf-16le')).toEqual([
      { cells: ['a', '\ufffd'], isTooLong: false, start: 0, end: 5 },
    ]);
  });

  it('finds the positions of records after a record that is too long', async () => {
    const long = `${'x'.repeat(3 * MIB)},é`;
    const bytes = Buffer.from(`é,b\r\n${long}\r\nc,"d\ne"\n${long}`);
    const records = await located(bytes, 'utf-8', PART_BYTES);
    const texts = records.map(({ start, end }) => decoded(bytes.subarray(start, end), 'utf-8'));
    expect(texts.map((text) => (text === long ? 'long' : text))).toEqual(['é,b', 'long', 'c,"d\ne"', 'long']);
    expect(records.map(({ cells }) => cells)).toEqual([['é', 'b'], [], ['c', 'd\ne'], []]);
  });
});

describe('locateRecords on a file with one line', () => {
  it('does not keep the text after the longest allowed record in memory', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heldBytes = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const part = Buffer.alloc(PART_BYTES, 'x');
    let grownBytes = 0;
    async function* content(): AsyncGenerator<Uint8Array> {
      const before = heldBytes();
      for (let count = 0; count < (64 * MIB) / PART_BYTES; count += 1) yield await Promise.resolve(part);
      grownBytes = heldBytes() - before;
      yield Buffer.from('\na,b\n');
    }
    const records = await locatedIn(content(), 'utf-8');
    expect(records).toEqual([
      { cells: [], isTooLong: true, start: 0, end: 64 * MIB },
      { cells: ['a', 'b'], isTooLong: false, start: 64 * MIB + 1, end: 64 * MIB + 4 },
    ]);
    expect(grownBytes).toBeLessThan(4 * MIB);
  });
});
