import { describe, expect, it } from '@jest/globals';
import { tableLines, type Column } from './table.ts';

interface Person {
  readonly name: string;
  readonly score: number | null;
}

const COLUMNS: readonly Column<Person>[] = [
  { head: 'NAME', of: ({ name }) => name },
  { head: 'SCORE', of: ({ score }) => score },
];

async function linesOf(...pages: readonly Person[][]): Promise<string[]> {
  const source = async function* () {
    yield* pages;
  };
  const lines: string[] = [];
  for await (const line of tableLines(COLUMNS, source())) lines.push(line);
  return lines;
}

describe('a table', () => {
  it('has aligned columns and a dash for an absent value', async () => {
    const lines = await linesOf([
      { name: 'Maria', score: 70 },
      { name: 'Bo', score: null },
    ]);
    expect(lines).toEqual(['NAME   SCORE', 'Maria  70', 'Bo     -']);
  });

  it('has one head over all pages', async () => {
    const lines = await linesOf([{ name: 'Maria', score: 1 }], [{ name: 'Alexandra', score: 2 }]);
    expect(lines).toEqual(['NAME   SCORE', 'Maria  1', 'Alexandra  2']);
  });

  it('cuts a long cell, and has no line break in a cell', async () => {
    const [, line = ''] = await linesOf([{ name: `a\n${'b'.repeat(200)}`, score: 1 }]);
    expect(line).toBe(`a${'b'.repeat(58)}…  1`);
  });
});
