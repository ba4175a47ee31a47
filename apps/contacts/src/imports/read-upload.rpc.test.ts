import { describe, expect, it } from '@jest/globals';
import type { CreateImportRequest } from '@outreach/contracts-contacts/gen/imports.ts';
import { ROWS_MAX } from './import-job.ts';
import { readUpload, rowCountOf, type Upload } from './read-upload.rpc.ts';

type Part = NonNullable<CreateImportRequest['part']>;

const field = (name: string, value: string): Part => ({ $case: 'field', value: { name, value } });
const file = (name = 'file'): Part => ({
  $case: 'file',
  value: { name, file_name: 'contacts.csv', content_type: 'text/csv' },
});
const chunk = (text: string): Part => ({ $case: 'chunk', value: Buffer.from(text) });

async function* uploadOf(parts: readonly Part[]): AsyncGenerator<CreateImportRequest, void, undefined> {
  yield await Promise.resolve({ part: undefined });
  for (const part of parts) yield { part };
}

async function readParts(parts: readonly Part[]): Promise<Upload & { readonly log: readonly string[] }> {
  const log: string[] = [];
  const upload = await readUpload(uploadOf(parts), {
    field: ({ name, value }) => void log.push(`${name}=${value}`),
    open: ({ file_name: name }) => void log.push(name),
    write: async (bytes) => void log.push(await Promise.resolve(Buffer.from(bytes).toString())),
  });
  return { ...upload, log };
}

describe('readUpload', () => {
  it('passes the parts on in their order and returns fields and row count', async () => {
    const parts = [field('a', '1'), file(), chunk('email\nx'), chunk('\ny'), field('a', '2')];
    const { log, fields, survey } = await readParts(parts);
    expect(log).toEqual(['a=1', 'contacts.csv', 'email\nx', '\ny', 'a=2']);
    expect([...fields]).toEqual([['a', '2']]);
    expect([rowCountOf(survey, true), rowCountOf(survey, false)]).toEqual([2, 3]);
  });

  it.each([
    ['without parts', [], 'A CSV file is required.'],
    ['with fields only', [field('a', '1')], 'A CSV file is required.'],
    ['with content before its file', [chunk('email\n'), file()], 'A CSV file is required.'],
    ['with a file under another name', [file('upload')], 'The file must be in the part named file.'],
    [
      'with too many rows',
      [file(), chunk('x\n'.repeat(ROWS_MAX + 2))],
      `file must have at most ${ROWS_MAX} rows.`,
    ],
  ])('refuses an upload %s', async (_name, parts, message) => {
    await expect(readParts(parts)).rejects.toMatchObject({
      kind: 'invalid_argument',
      field: 'file',
      message,
    });
  });

  it('accepts one record more than the row limit if the first record is the header', async () => {
    const { survey } = await readParts([file(), chunk('x\n'.repeat(ROWS_MAX + 1))]);
    expect(rowCountOf(survey, true)).toBe(ROWS_MAX);
    expect(() => rowCountOf(survey, false)).toThrow(`file must have at most ${ROWS_MAX} rows.`);
  });
});
