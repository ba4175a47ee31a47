import { describe, expect, it } from '@jest/globals';
import type { PreviewFieldMappingRequest } from '@outreach/contracts-contacts/gen/field_mappings.ts';
import { newId } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startContacts } from './contacts-harness.ts';
import { createContact, newWorkspace } from './given.ts';

const CHUNK_BYTES = 65_536;
const READER = new Set(['contacts:read']);
const contacts = await sharedByTests(startContacts);

async function* parts(
  content: string | Uint8Array | undefined,
  fields: Readonly<Record<string, string>>,
): AsyncGenerator<PreviewFieldMappingRequest, void, undefined> {
  for (const [name, value] of Object.entries(fields))
    yield await Promise.resolve({ part: { $case: 'field', value: { name, value } } });
  if (content === undefined) return;
  const file = { name: 'file', file_name: 'contacts.csv', content_type: 'text/csv' };
  yield { part: { $case: 'file', value: file } };
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    yield { part: { $case: 'chunk', value: bytes.subarray(at, at + CHUNK_BYTES) } };
}

async function preview(
  content: string | Uint8Array | undefined,
  fields: Readonly<Record<string, string>> = {},
  ctx = testCall(newId('ws'), { scopes: READER }),
) {
  return contacts.client.previewFieldMapping(ctx, parts(content, fields));
}

const rowsOf = ({ sample_rows }: Awaited<ReturnType<typeof preview>>) =>
  sample_rows.map(({ cells }) => cells);

/** The collections that contain a text in any field. */
async function placesOf(text: string): Promise<string[]> {
  const places: string[] = [];
  for (const { name } of await contacts.database.listCollections().toArray()) {
    const documents = await contacts.database.collection(name).find({}, { raw: true }).toArray();
    if (documents.some((bytes) => Buffer.from(Object(bytes)).includes(text))) places.push(name);
  }
  return places;
}

describe('PreviewFieldMapping', () => {
  it('returns columns, the first twenty rows and the mapping by names with custom fields', async () => {
    const ctx = testCall(newId('ws'));
    const plan = { name: 'plan', field_type: 'string', options: [], fallback_value: undefined };
    await contacts.client.createCustomField(ctx, { input: plan });
    const lines = Array.from({ length: 30 }, (_, row) => `c${row}@example.com,"C, ${row}",pro,x`);
    const shown = await preview(['E-Mail,First Name,Plan,Notes', ...lines].join('\r\n'), {}, ctx);
    expect(shown.columns).toEqual(['E-Mail', 'First Name', 'Plan', 'Notes']);
    expect(rowsOf(shown)).toHaveLength(20);
    expect(rowsOf(shown)[19]).toEqual(['c19@example.com', 'C, 19', 'pro', 'x']);
    expect(
      shown.suggested_mapping.map((one) => [one.source_column, one.target_field, one.transform]),
    ).toEqual([
      ['E-Mail', 'email', 'none'],
      ['First Name', 'first_name', 'none'],
      ['Plan', 'custom_fields.plan', 'none'],
      ['Notes', 'ignore', 'none'],
    ]);
  });

  it('stores nothing of the file', async () => {
    const content = 'email\nstored@example.com\n';
    expect(rowsOf(await preview(content))).toEqual([['stored@example.com']]);
    expect(await placesOf('stored@example.com')).toEqual([]);
    const ctx = newWorkspace();
    await createContact(contacts, ctx, { email: 'stored@example.com' });
    expect(await placesOf('stored@example.com')).toContain('contacts');
  });

  const latin = Buffer.from('email;stadt\na@example.com;Z\xfcrich\n', 'latin1');
  const files: readonly (readonly [string, Uint8Array | string, Record<string, string>, string])[] = [
    ['Latin-1', latin, {}, ';'],
    ['UTF-8', 'email;stadt\na@example.com;Zürich', {}, ';'],
    ['UTF-8 with a mark', '\ufeffemail;stadt\r\na@example.com;Zürich\r\n', {}, ';'],
    ['UTF-16', Buffer.from('\ufeffemail;stadt\na@example.com;Zürich\n', 'utf16le'), {}, ';'],
    ['quotes', '"email";"stadt"\n"a@example.com";"Zürich"\n', {}, ';'],
    ['tabs', 'email\tstadt\na@example.com\tZürich\n', { delimiter: 'tab' }, '\t'],
    [
      'a separator that is not the most frequent',
      'email|stadt,x\na@example.com|Zürich\n',
      { delimiter: '|' },
      '|',
    ],
  ];

  it.each(files)('reads %s, and returns the separator', async (...[, content, fields, delimiter]) => {
    const shown = await preview(content, fields);
    expect([shown.columns[0], rowsOf(shown)]).toEqual(['email', [['a@example.com', 'Zürich']]]);
    expect(shown.delimiter).toBe(delimiter);
  });

  it('numbers the columns of a file without a header', async () => {
    const shown = await preview('a@example.com,Anna\nb@example.com,Berta\n', { has_header: 'false' });
    expect([shown.columns, rowsOf(shown).length]).toEqual([['1', '2'], 2]);
    expect(shown.suggested_mapping.map(({ target_field }) => target_field)).toEqual(['ignore', 'ignore']);
  });

  it('shows the start of a large file without a cut row', async () => {
    const row = `${'x'.repeat(100_000)},end\n`;
    const shown = await preview(`email,last\n${row.repeat(30)}`);
    expect(rowsOf(shown).length).toBeGreaterThan(5);
    expect(rowsOf(shown).every((cells) => cells[1] === 'end')).toBe(true);
  });

  const refusals: readonly (readonly [
    string,
    string,
    Uint8Array | string | undefined,
    Record<string, string>,
  ])[] = [
    ['no file', 'file', undefined, {}],
    ['an empty file', 'file', '', {}],
    ['blank lines', 'file', '\n\n\n', {}],
    ['a zip', 'file', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 8, 0, 0x0a, 1, 2]), {}],
    ['a first line without an end', 'file', 'x'.repeat(3_000_000), {}],
    ['an unknown delimiter', 'delimiter', 'email\n', { delimiter: '#' }],
    ['an unknown flag', 'has_header', 'email\n', { has_header: 'maybe' }],
    ['more rows than an import accepts', 'file', `email\n${'a\n'.repeat(500_001)}`, {}],
  ];

  it.each(refusals)('refuses %s on %s', async (...[, field, content, fields]) => {
    await expect(preview(content, fields)).rejects.toMatchObject({ kind: 'invalid_argument', field });
  });
});
