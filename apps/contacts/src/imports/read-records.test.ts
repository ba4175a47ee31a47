import { describe, expect, it } from '@jest/globals';
import { locateRecords } from './csv/locate-records.ts';
import type { CsvRecord } from './csv/split-records.ts';
import { Surveyor, type FileSurvey } from './csv/survey.ts';
import type { FileShape } from './import-job.ts';
import { readRecords } from './read-records.ts';

/** Less than the longest record in characters, more than that in bytes of UTF-8. */
const LONG = `${'é'.repeat(1_999)}\n`.repeat(400);
const PART_BYTES = [1_021, 65_536, 5_000_000] as const;

function* cut(bytes: Buffer, size: number): Generator<Buffer, void, undefined> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function* arriving(bytes: Buffer, size: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (const part of cut(bytes, size)) yield await Promise.resolve(part);
}

function survey(bytes: Buffer, size: number): FileSurvey {
  const surveyor = new Surveyor();
  for (const part of cut(bytes, size)) surveyor.push(part);
  return surveyor.end();
}

async function read(bytes: Buffer, shape: FileShape, size: number): Promise<CsvRecord[]> {
  const found: CsvRecord[] = [];
  for await (const records of readRecords(arriving(bytes, size), shape)) found.push(...records);
  return found;
}

async function locate(bytes: Buffer, shape: FileShape, size: number): Promise<CsvRecord[]> {
  const found: CsvRecord[] = [];
  for await (const record of locateRecords(arriving(bytes, size), shape)) found.push(record);
  return found;
}

describe('Surveyor, readRecords and locateRecords', () => {
  const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');
  const table = `email,note\na@b.example,"${LONG}"\nb@b.example,"${LONG}${LONG}${LONG}"\nc@b.example,"x\ny"\n`;
  it.each([
    ['UTF-8 with long records', Buffer.from(table), 'utf-8'],
    ['Latin-1 with long records', Buffer.from(table, 'latin1'), 'latin1'],
    ['UTF-16 with long records', wide(`\ufeff${table}`), 'utf-16le'],
    ['UTF-16 with big-endian units', wide(`\ufeff${table}`).swap16(), 'utf-16be'],
    ['a quoted header behind a mark', Buffer.from('\ufeff"e\nmail",note\na@b.example,x\n'), 'utf-8'],
    ['a quote that is never closed', Buffer.from(`email,note\na@b.example,"${LONG}${LONG}${LONG}`), 'utf-8'],
    ['blank lines', Buffer.from('\r\n\nemail,note\r\n\r\n\na@b.example,x\r\r\n'), 'utf-8'],
  ])('agree on the records of a file with %s', async (_name, bytes, encoding) => {
    const texts = new Set<string>();
    for (const size of PART_BYTES) {
      const found = survey(bytes, size);
      expect(found.encoding).toBe(encoding);
      const columns = found.firstBy(found.separator);
      expect(columns[1]).toBe('note');
      const shape = { ...found, hasHeader: false, columns, targets: ['email', null] };
      const records = await read(bytes, shape, size);
      expect(records).toHaveLength(found.recordCount);
      expect(records[0]?.cells).toEqual(columns);
      expect(await read(bytes, { ...shape, hasHeader: true }, size)).toEqual(records.slice(1));
      expect(await locate(bytes, shape, size)).toEqual(records);
      texts.add(JSON.stringify(records));
    }
    expect(texts.size).toBe(1);
  });
});
