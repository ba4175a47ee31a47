import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { useSharedStack, type Answer } from './stack-harness.ts';

jest.setTimeout(180_000);

const PATH = '/api/v1/imports/';
const ENDED = /completed|failed|canceled/;
/** More than a line may have. */
const LINE_BYTES = 1_100_000;

const running = await sharedByTests(useSharedStack);

async function upload(
  content: string | Uint8Array,
  headers: Record<string, string> = {},
  { path = PATH, ...fields }: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new File([Buffer.from(content)], 'contacts.csv', { type: 'text/csv' }));
  const response = await fetch(`${running.stack.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${running.apiKey}`, ...headers },
    body: form,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

async function ended(id: string) {
  return eventually(
    async () => {
      const { body } = await running.call('GET', `${PATH}${id}/`);
      expect(body.status).toMatch(ENDED);
      return body;
    },
    { timeoutMs: 120_000, pollMs: 50 },
  );
}

async function imported(content: string | Uint8Array, fields: Record<string, string> = {}) {
  const { status, body } = await upload(content, {}, fields);
  expect(status).toBe(201);
  return ended(body.id);
}

async function errorsOf(id: string) {
  return (await running.call('GET', `${PATH}${id}/errors/`)).body.data;
}

async function contactOf(email: string) {
  const body = { filters: [{ field: 'email', op: 'eq', value: email }] };
  return (await running.call('POST', '/api/v1/contacts/search/', { body })).body.data[0];
}

/** Expects that the counters of the job add up to its rows. */
function expectAllCounted(job: Record<string, number>, rows: number): void {
  const { created_count: created = 0, updated_count: updated = 0, unchanged_count: same = 0 } = job;
  const { skipped_count: skipped = 0, suppressed_count: suppressed = 0 } = job;
  const { conflict_count: conflicts = 0, error_count: errors = 0 } = job;
  expect([job['total_rows'], job['processed_rows'], job['progress']]).toEqual([rows, rows, 1]);
  expect(created + updated + same + skipped + suppressed + conflicts + errors).toBe(rows);
}

describe('an import with long wrong rows', () => {
  /** More than one page of errors has. */
  const ROWS = 450;
  /** More than is stored of a row. */
  const ROW_BYTES = 6_000;

  it('has pages of errors that are bounded in bytes, with the first 4 KiB of each row', async () => {
    const row = `wrong,${'é'.repeat(ROW_BYTES / 2)}\n`;
    const job = await imported(`email,city\n${row.repeat(ROWS)}`);
    expect(job).toMatchObject({ total_rows: ROWS, error_count: ROWS });
    const path = `${PATH}${job.id}/errors/`;
    const found: number[] = [];
    let pageCount = 0;
    for (let cursor = ''; ;) {
      const { status, text, body } = await running.call('GET', `${path}?page_size=500&cursor=${cursor}`);
      pageCount += 1;
      expect(status).toBe(200);
      expect(text.length).toBeLessThan(2_097_152);
      found.push(...body.data.map(({ row_number: number }: { row_number: number }) => number));
      const [{ raw, raw_truncated: isCut }] = body.data;
      expect([raw[0], isCut]).toEqual(['wrong', true]);
      expect(Buffer.byteLength(raw.join(''))).toBeLessThanOrEqual(4_096);
      if (body.meta.next_cursor === null) break;
      cursor = body.meta.next_cursor;
    }
    expect(pageCount).toBeGreaterThan(1);
    expect(found).toEqual(Array.from({ length: ROWS }, (_, index) => index + 1));
    const csv = await running.call('GET', `${path}?format=csv`);
    expect(csv.text.trimEnd().split('\n')).toHaveLength(ROWS + 1);
  });
});

describe('a row error with an address of an international domain', () => {
  it('is scrubbed with the contact of the normalised address', async () => {
    const first = await imported('email\nm@bücher.example\n');
    expect(first).toMatchObject({ created_count: 1 });
    const { id } = await imported('email,city\n"M@BÜCHER.example",x,one column too many\n');
    expect((await errorsOf(id))[0]).toMatchObject({
      email: 'M@BÜCHER.example',
      code: 'column_count_mismatch',
    });
    const contact = await contactOf('m@xn--bcher-kva.example');
    const erased = await running.call('DELETE', `/api/v1/contacts/${contact.id}/?hard=true`);
    expect(erased.status).toBe(200);
    expect((await errorsOf(id))[0]).toMatchObject({ email: null, raw: [] });
  });
});

describe('a preview', () => {
  it('suggests a mapping that can be stored and imports the same contacts as an import without mapping', async () => {
    const content = 'E-Mail;Vorname;Title\nshown@imp.example;Anna;CEO\n';
    const { status, body } = await upload(content, {}, { path: '/api/v1/field-mappings/preview/' });
    expect([status, body.delimiter, body.columns, body.sample_rows]).toEqual([
      200,
      ';',
      ['E-Mail', 'Vorname', 'Title'],
      [['shown@imp.example', 'Anna', 'CEO']],
    ]);
    const mapping = { name: 'Suggested', mappings: body.suggested_mapping };
    const stored = await running.call('POST', '/api/v1/field-mappings/', { body: mapping });
    expect(stored.status).toBe(201);
    await imported(content, { field_mapping_id: stored.body.id });
    expect(await contactOf('shown@imp.example')).toMatchObject({ title: 'CEO', first_name: null });
    expect(await imported(content)).toMatchObject({ unchanged_count: 1 });
  });
});

describe('an import', () => {
  it('imports each row by itself and lists the rows that it refuses', async () => {
    await running.call('POST', '/api/v1/suppressions/', { body: { type: 'email', value: 'no@imp.example' } });
    await running.call('POST', '/api/v1/contacts/', { body: { email: 'there@imp.example', title: 'CEO' } });
    const job = await imported(
      [
        'E-Mail,First Name,Title,Company Name,tags',
        'one@imp.example,Anna,"Head, Sales",Acme,"a;b"',
        'THERE@imp.example,,CTO,,c',
        'no@imp.example,,,,',
        'one@imp.example,Again,,,',
        'no-address,,,,',
        ',,,,x',
        'two@imp.example,short',
        `long@imp.example,${'x'.repeat(200)},,,`,
      ].join('\r\n'),
    );
    expectAllCounted(job, 8);
    expect(job).toMatchObject({
      status: 'completed_with_errors',
      created_count: 1,
      updated_count: 1,
      suppressed_count: 1,
      skipped_count: 1,
      error_count: 4,
    });
    const codes = (await errorsOf(job.id)).map((row: { row_number: number; code: string }) => [
      row.row_number,
      row.code,
    ]);
    expect(codes).toEqual([
      [3, 'suppressed'],
      [4, 'duplicate_in_file'],
      [5, 'invalid_email'],
      [6, 'missing_email'],
      [7, 'column_count_mismatch'],
      [8, 'too_long'],
    ]);
    expect(await contactOf('one@imp.example')).toMatchObject({
      first_name: 'Anna',
      title: 'Head, Sales',
      tags: ['a', 'b'],
      lead_source: 'import',
      company: { name: 'Acme' },
    });
    expect(await contactOf('there@imp.example')).toMatchObject({ title: 'CTO', tags: ['c'] });
  });

  it('returns the refused rows as a file that can be uploaded again', async () => {
    const job = await imported('email,title\nbad row,"say ""hi"""\ngood@imp.example,x\n');
    const csv = await running.call('GET', `${PATH}${job.id}/errors/?format=csv`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [header = '', row = ''] = csv.text.split('\n');
    expect(header).toBe('email,title,error_code,error_message');
    expect(row).toMatch(/^bad row,"say ""hi""",invalid_email,/);
    const again = await imported(csv.text.replace('bad row', 'corrected@imp.example'));
    expect(again).toMatchObject({ status: 'completed', created_count: 1, error_count: 0 });
  });

  it('applies a field mapping: columns by number, transforms, types of custom fields, tags and dedup', async () => {
    await running.call('POST', '/api/v1/custom-fields/', { body: { name: 'seats', field_type: 'number' } });
    const mapping = await running.call('POST', '/api/v1/field-mappings/', {
      body: {
        name: 'CRM',
        has_header: false,
        delimiter: '|',
        mappings: [
          { source_column: '1', target_field: 'ignore', transform: 'none' },
          { source_column: '2', target_field: 'email', transform: 'lowercase' },
          { source_column: '3', target_field: 'custom_fields.seats', transform: 'trim' },
        ],
        default_tags: ['crm'],
        dedup_behavior: 'skip',
      },
    });
    expect(mapping.status).toBe(201);
    const file = 'x|MAPPED@imp.example| 12 \ny|mapped2@imp.example|many\n';
    const job = await imported(file, { field_mapping_id: mapping.body.id });
    expect(job).toMatchObject({ total_rows: 2, created_count: 1, error_count: 1, dedup_behavior: 'skip' });
    expect(await contactOf('mapped@imp.example')).toMatchObject({
      custom_fields: { seats: 12 },
      tags: ['crm'],
    });
    const unknown = await upload(file, {}, { field_mapping_id: 'map_01J9Z3K8Q4N5R6S7T8V9W0X1Y2' });
    expect(unknown).toMatchObject({ status: 400, body: { error: { field: 'field_mapping_id' } } });
  });

  it.each([
    ['UTF-16 with tabs', '\uFEFFemail\ttitle\nEMAIL\tFür\n', 'utf16le'],
    ['Latin-1 with semicolons', 'title;email\n"Für";EMAIL', 'latin1'],
  ] as const)('reads %s', async (_name, content, encoding) => {
    const email = `${encoding}@imp.example`;
    const job = await imported(Buffer.from(content.replace('EMAIL', email), encoding));
    expect(job).toMatchObject({ status: 'completed', created_count: 1 });
    expect(await contactOf(email)).toMatchObject({ title: 'Für' });
  });

  it('refuses only the rows with a bad byte, a NUL or a line over its limit', async () => {
    const lines = [
      Buffer.from('email,title\nfine@hostile.example,Für\nbyte@hostile.example,'),
      Buffer.from([0xff]),
      Buffer.from('\nnul@hostile.example,a\0b\n'),
      Buffer.alloc(LINE_BYTES, 0x61),
      Buffer.from('\nlast@hostile.example,=1+1\n'),
    ];
    const job = await imported(Buffer.concat(lines));
    expectAllCounted(job, 5);
    expect(job).toMatchObject({ status: 'completed_with_errors', created_count: 2, error_count: 3 });
    expect((await errorsOf(job.id)).map(({ code }: { code: string }) => code)).toEqual([
      'encoding_error',
      'invalid_value',
      'too_long',
    ]);
  });

  it.each([
    ['a file without a column of addresses', 'name,title\nx,y\n'],
    ['an empty file', ''],
    ['a zip', Buffer.from('PK\u0003\u0004\u0000\u0001binary\n\u0000\u0002', 'latin1')],
  ])('refuses %s with an error on file and creates no job', async (_name, content) => {
    const before = (await running.call('GET', PATH)).body.data.length;
    const refused = await upload(content);
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: 'validation_error', field: 'file' } },
    });
    expect((await running.call('GET', PATH)).body.data).toHaveLength(before);
  });

  it('refuses the 500,001st row during the upload, and completes a file with only a header', async () => {
    const refused = await upload(`email\n${'x\n'.repeat(500_001)}`);
    expect(refused).toMatchObject({ status: 400, body: { error: { field: 'file' } } });
    expect(await imported('email\n')).toMatchObject({ status: 'completed', total_rows: 0, progress: 1 });
  });

  it('is created once for an Idempotency-Key, which is refused with other content', async () => {
    const headers = { 'idempotency-key': 'import-1' };
    const [one, two] = await Promise.all([
      upload('email\nonce@imp.example\n', headers),
      upload('email\nonce@imp.example\n', headers),
    ]);
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(one.body.id).toBe(two.body.id);
    const replayed = [one, two].map((answer) => answer.headers.get('idempotent-replayed'));
    expect(replayed.toSorted()).toEqual([null, 'true'].toSorted());
    const other = await upload('email\nother@imp.example\n', headers);
    expect(other).toMatchObject({ status: 422, body: { error: { code: 'idempotency_key_reused' } } });
    await ended(one.body.id);
  });

  it('is canceled, keeps the contacts that it imported, and cannot be canceled again', async () => {
    const rows = Array.from({ length: 60_000 }, (_, index) => `${index}@cancel.example`).join('\n');
    const { body: job } = await upload(`email\n${rows}\n`);
    const read = async () => (await running.call('GET', `${PATH}${job.id}/`)).body;
    await eventually(async () => expect((await read()).processed_rows).toBeGreaterThan(0));
    const canceled = await running.call('POST', `${PATH}${job.id}/cancel/`);
    expect(canceled).toMatchObject({ status: 200, body: { status: 'canceled' } });
    const again = await running.call('POST', `${PATH}${job.id}/cancel/`);
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'invalid_transition' } } });
    const search = { filters: [{ field: 'email', op: 'ends_with', value: '@cancel.example' }], page_size: 1 };
    const found = await running.call('POST', '/api/v1/contacts/search/', { body: search });
    expect(found.body.meta.total_count).toBe((await read()).processed_rows);
  });
});
