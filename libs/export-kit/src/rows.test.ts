import { describe, expect, it } from '@jest/globals';
import { headerOf, rowsOf } from './rows.ts';

const csv = { format: 'csv', columns: ['id', 'subject'] } as const;
const jsonl = { ...csv, format: 'jsonl' } as const;

describe('headerOf', () => {
  it('names the columns, and prefixes a name that a spreadsheet would run', () => {
    expect(headerOf(csv)).toBe('id,subject\n');
    expect(headerOf({ ...csv, columns: ['id', '=1+1'] })).toBe("id,'=1+1\n");
  });

  it('is empty for JSON lines', () => {
    expect(headerOf(jsonl)).toBe('');
  });
});

describe('rowsOf', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)'])('prefixes %j, which a spreadsheet would run', (subject) => {
    expect(rowsOf(csv, [{ id: '1', subject }])).toBe(`1,'${subject}\n`);
  });

  it('writes one row per record, with the columns only', () => {
    const records = [{ id: '1', subject: 'a, b', other: 1 }, { id: '2' }];
    expect(rowsOf(csv, records)).toBe('1,"a, b"\n2,\n');
  });

  it('writes JSON lines with all fields, as they are', () => {
    expect(rowsOf(jsonl, [{ id: '1', subject: '=1+1', other: null }])).toBe(
      '{"id":"1","subject":"=1+1","other":null}\n',
    );
  });

  it('writes nothing without records', () => {
    expect([rowsOf(csv, []), rowsOf(jsonl, [])]).toEqual(['', '']);
  });
});
