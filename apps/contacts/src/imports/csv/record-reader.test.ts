import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Encoding } from '../import-job.ts';
import { createUnitReader } from './read-units.ts';
import { createRecordReader } from './record-reader.ts';
import { RecordSplitter } from './split-records.ts';

const LABELS: Readonly<Record<Encoding, string>> = {
  'utf-8': 'utf-8',
  latin1: 'windows-1252',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
};

function readIn(bytes: Uint8Array, encoding: Encoding, partBytes: number): (readonly string[])[] {
  const reader = createRecordReader({ encoding, separator: ',' });
  const found = [];
  for (let at = 0; at < bytes.length; at += partBytes)
    found.push(...reader.push(bytes.subarray(at, at + partBytes)));
  return [...found, ...reader.end()].map(({ cells }) => cells);
}

function decodeAndSplit(bytes: Uint8Array, encoding: Encoding): (readonly string[])[] {
  const splitter = new RecordSplitter(',');
  const text = new TextDecoder(LABELS[encoding]).decode(bytes);
  return [...splitter.push(text), ...splitter.end()].map(({ cells }) => cells);
}

/** A closing quote between the bytes of a character: splitting removes it and joins the bytes. */
const JOINED = /"[\u0080-\u00bf\udc00-\udfff]/;

/** The text with one character per unit of the encoding. */
function textOf(bytes: Uint8Array, encoding: Encoding): string {
  const units = createUnitReader(encoding);
  return units.push(bytes) + units.end();
}

describe('createRecordReader', () => {
  const encodings: readonly Encoding[] = ['utf-8', 'latin1', 'utf-16le', 'utf-16be'];
  const mark = [0xef, 0xbb, 0xbf];
  const ascii = [...Buffer.from('a,"\r\n')];

  it.each(encodings)(
    'returns the same cells as splitting the decoded text, for any bytes in %s',
    (encoding) => {
      const unit = fc.oneof(fc.constantFrom(...ascii), fc.integer({ min: 0, max: 255 }));
      const wideUnit = fc
        .tuple(unit, fc.constantFrom(0, 0, 0, 0xd8, 0xdc, 0xfe, 0xff))
        .map(([low, high]) => (encoding === 'utf-16le' ? [low, high] : [high, low]));
      const sequence = fc.constantFrom(mark, [0xc3, 0xa9], [0xe2, 0x82, 0xac], [0xf0, 0x9f, 0x98, 0x80]);
      const narrow = fc.oneof({ weight: 4, arbitrary: unit.map((byte) => [byte]) }, sequence);
      const isWide = encoding.startsWith('utf-16');
      const file = fc
        .array(isWide ? wideUnit : narrow, { maxLength: 60 })
        .map((units) => Uint8Array.from(units.flat()));
      fc.assert(
        fc.property(file, fc.integer({ min: 1, max: 9 }), (bytes, partBytes) => {
          fc.pre(!JOINED.test(textOf(bytes, encoding)));
          expect(readIn(bytes, encoding, partBytes)).toEqual(decodeAndSplit(bytes, encoding));
        }),
        { seed: 3, numRuns: 1_000 },
      );
    },
  );
});
