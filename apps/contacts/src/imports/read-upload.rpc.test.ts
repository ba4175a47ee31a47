import { describe, expect, it } from '@jest/globals';
import type { CreateImportRequest } from '@outreach/contracts-contacts';
import { ROWS_MAX } from './import-job.ts';
import { countRows, takeUpload, type TakenUpload } from './read-upload.rpc.ts';

type Part = NonNullable<CreateImportRequest['part']>;

const field = (name: string, value: string): Part => ({ $case: 'field', value: { name, value } });
const file = (name = 'file'): Part => ({
  $case: 'file',
  value: { name, file_name: 'contacts.csv', content_type: 'text/csv' },
});
const chunk = (text: string): Part => ({ $case: 'chunk', value: Buffer.from(text) });

async function* arriving(parts: readonly Part[]): AsyncGenerator<CreateImportRequest, void, undefined> {
  yield await Promise.resolve({ part: undefined });
  for (const part of parts) yield { part };
}

async function taken(parts: readonly Part[]): Promise<TakenUpload & { readonly log: readonly string[] }> {
  const log: string[] = [];
  const upload = await takeUpload(arriving(parts), {
    field: ({ name, value }) => void log.push(`${name}=${value}`),
    open: ({ file_name: name }) => void log.push(name),
    write: async (bytes) => void log.push(await Promise.resolve(Buffer.from(bytes).toString())),
  });
  return { ...upload, log };
}

describe('an upload', () => {
  it('hands its parts on in their order, and knows fields and rows at the end', async () => {
    const parts = [field('a', '1'), file(), chunk('email\nx'), chunk('\ny'), field('a', '2')];
    const { log, fields, survey } = await taken(parts);
    expect(log).toEqual(['a=1', 'contacts.csv', 'email\nx', '\ny', 'a=2']);
    expect([...fields]).toEqual([['a', '2']]);
    expect([countRows(survey, true), countRows(survey, false)]).toEqual([2, 3]);
  });

  it.each([
    ['without any part', [], 'A CSV file is required.'],
    ['of fields alone', [field('a', '1')], 'A CSV file is required.'],
    ['whose content comes before its file', [chunk('email\n'), file()], 'A CSV file is required.'],
    ['under another name', [file('upload')], 'The file must be in the part named file.'],
    ['of too many rows', [file(), chunk('x\n'.repeat(ROWS_MAX + 2))], `Must have at most ${ROWS_MAX} rows.`],
  ])('%s is refused', async (_name, parts, message) => {
    await expect(taken(parts)).rejects.toMatchObject({ kind: 'invalid_argument', field: 'file', message });
  });

  it('may have one record more than rows, if that is its header', async () => {
    const { survey } = await taken([file(), chunk('x\n'.repeat(ROWS_MAX + 1))]);
    expect(countRows(survey, true)).toBe(ROWS_MAX);
    expect(() => countRows(survey, false)).toThrow(`Must have at most ${ROWS_MAX} rows.`);
  });
});
