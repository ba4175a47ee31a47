import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Encoding } from '../domain/imports/import-job.ts';
import { createTextDecoder } from './decode-text.ts';
import { locateRecords, type LocatedRecord } from './locate-records.ts';
import { createRecordSplitter } from './split-records.ts';

const ENCODE: Readonly<Record<Encoding, (text: string) => Buffer>> = {
  'utf-8': (text) => Buffer.from(text),
  latin1: (text) => Buffer.from(text, 'latin1'),
  'utf-16le': (text) => Buffer.from(text, 'utf16le'),
  'utf-16be': (text) => Buffer.from(text, 'utf16le').swap16(),
};

async function* inParts(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

async function located(bytes: Buffer, encoding: Encoding, partBytes = 7): Promise<LocatedRecord[]> {
  const records: LocatedRecord[] = [];
  for await (const record of locateRecords(inParts(bytes, partBytes), { encoding, separator: ',' }))
    records.push(record);
  return records;
}

function split(text: string): (readonly string[])[] {
  const splitter = createRecordSplitter(',');
  return [...splitter.push(text), ...splitter.end()].map(({ cells }) => cells);
}

const FILE =
  '\r\nname,mail\r\n\r\nZoë,"z@a.example"\n"two\r\nlines",b@a.example\r"say ""x""",c@a.example\n\nlast,d';

describe('records', () => {
  const encodings: readonly Encoding[] = ['utf-8', 'latin1', 'utf-16le', 'utf-16be'];

  it.each(encodings)('of a file in %s are found where they are', async (encoding) => {
    const bytes = ENCODE[encoding](FILE);
    const records = await located(bytes, encoding);
    expect(records.map(({ cells }) => cells)).toEqual(split(FILE));
    for (const { cells, start, end } of records)
      expect(split(createTextDecoder(encoding)(bytes.subarray(start, end)))).toEqual([cells]);
  });

  it('blanked in their place leave all others as they are', async () => {
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

  it('are told without the byte order mark', async () => {
    const records = await located(Buffer.from('\ufeffa@b.example,x\n'), 'utf-8');
    expect(records.map(({ cells }) => cells)).toEqual([['a@b.example', 'x']]);
  });
});
