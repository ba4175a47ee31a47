import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RecordSplitter, type CsvRecord } from './split-records.ts';

const LONG = 1_048_577;

function split(text: string, { separator = ',', partLength = text.length || 1 } = {}): string[][] {
  return records(text, { separator, partLength }).map(({ cells }) => [...cells]);
}

function records(text: string, { separator = ',', partLength = text.length || 1 } = {}) {
  const splitter = new RecordSplitter(separator);
  const found = [];
  for (let at = 0; at < text.length; at += partLength)
    found.push(...splitter.push(text.slice(at, at + partLength)));
  return [...found, ...splitter.end()];
}

function inParts(parts: readonly string[], charactersMax: number): CsvRecord[] {
  const splitter = new RecordSplitter(',', charactersMax);
  return [...parts.flatMap((part) => splitter.push(part)), ...splitter.end()];
}

describe('RecordSplitter', () => {
  it.each([
    [
      'lines into records',
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a last line without its end',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['CRLF and CR', 'a\r\nb\rc', [['a'], ['b'], ['c']]],
    [
      'empty cells',
      ',a,\n,,',
      [
        ['', 'a', ''],
        ['', '', ''],
      ],
    ],
    [
      'quoted separators, quotes and newlines',
      '"a,b","say ""hi""","x\r\ny"',
      [['a,b', 'say "hi"', 'x\r\ny']],
    ],
    ['a quote inside a plain cell', 'a"b,c', [['a"b', 'c']]],
    ['text behind a closing quote', '"a"b,c', [['ab', 'c']]],
    ['blank lines into no records', '\n\na\n\r\n\nb\n\n', [['a'], ['b']]],
    ['an empty quoted cell as a record', '""\n', [['']]],
  ])('splits %s', (_name, text, expected) => {
    expect(split(text)).toEqual(expected);
  });

  it('splits by any separator', () => {
    for (const separator of [',', ';', '\t', '|'])
      expect(split(`a${separator}b`, { separator })).toEqual([['a', 'b']]);
  });

  it('returns the same records for any chunks of the text', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'é') });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 });
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 7 }), (rows, partLength) => {
        const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const text = rows.map((row) => `${row.map(quote).join(',')}\r\n`).join('');
        expect(split(text, { partLength })).toEqual(rows);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('returns the same records for any chunks of the text, also for records that are too long', () => {
    const piece = fc.constantFrom(
      'a',
      'é',
      ',',
      '"',
      '""',
      '\n',
      '\r',
      '\r\n',
      '"x\ny"',
      'longer',
      'a,"b',
      '\n"',
    );
    const pieces = fc.array(piece, { maxLength: 60 });
    const cuts = fc.array(fc.nat({ max: 240 }), { maxLength: 8 });
    let tooLongCount = 0;
    fc.assert(
      fc.property(pieces, cuts, fc.integer({ min: 1, max: 24 }), (texts, places, charactersMax) => {
        const text = texts.join('');
        const splitWhole = (whole: string) => inParts([whole], charactersMax);
        const ends = [...places.filter((place) => place < text.length), text.length].toSorted(
          (a, b) => a - b,
        );
        const found = splitWhole(text);
        expect(
          inParts(
            ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end)),
            charactersMax,
          ),
        ).toEqual(found);
        for (const { start, end, isTooLong, cells } of found) {
          const length = end - start;
          // A quoted line end right behind the longest record ends it.
          expect(isTooLong ? length >= charactersMax : length <= charactersMax).toBe(true);
          if (isTooLong) tooLongCount += 1;
          else expect(splitWhole(text.slice(start, end)).map((own) => own.cells)).toEqual([cells]);
        }
      }),
      { seed: 2, numRuns: 3_000 },
    );
    expect(tooLongCount).toBeGreaterThan(1_000);
  });

  it('drops only the record that is too long, also when a quote is never closed', () => {
    const plain = records(`a,b\n${'x'.repeat(LONG)}\nc,d\n`, { partLength: 65_536 });
    expect(plain.map(({ isTooLong }) => isTooLong)).toEqual([false, true, false]);
    const open = records(`a,b\n"${'x\n'.repeat(LONG)}c,d\n`, { partLength: 65_536 });
    expect(open.filter(({ isTooLong }) => isTooLong)).toHaveLength(1);
    expect(open.at(-1)?.cells).toEqual(['c', 'd']);
  });

  it('limits a record of doubled quotes', () => {
    const [found] = records(`"${'""'.repeat(LONG)}"\nc,d\n`, { partLength: 65_536 });
    expect(found).toEqual({ cells: [], isTooLong: true, start: 0, end: 2 * LONG + 2 });
  });

  it('drops only the record with too many cells', () => {
    const found = records(`${','.repeat(5_000)}\nc,d\n`);
    expect(found.map(({ isTooLong }) => isTooLong)).toEqual([true, false]);
  });
});
