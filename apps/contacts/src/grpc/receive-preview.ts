import type { PreviewFieldMappingRequest, PreviewFieldMappingResponse } from '@outreach/contracts-contacts';
import { invalidField } from '@outreach/errors';
import type { Received } from '@outreach/service-kit';
import { readHead } from '../csv/read-head.ts';
import { Surveyor } from '../csv/survey.ts';
import { DELIMITERS } from '../domain/field-mappings/field-mapping.ts';
import { ignoreAll, suggestMapping } from '../domain/field-mappings/suggest-mapping.ts';
import { ROWS_MAX, tooManyRows } from '../domain/imports/import-job.ts';
import type { Deps } from '../domain/ports.ts';

const SAMPLE_ROWS_MAX = 20;
/** More than twenty rows of any sensible file; the rest is only counted, and read for its encoding. */
const HEAD_BYTES_MAX = 1_048_576;
const FILE_PART = 'file';
const NUL = '\0';

/**
 * Looks into an upload as an import would, and keeps nothing of it.
 * @throws AppError invalid_argument on `file`, `has_header` or `delimiter`.
 */
export async function receivePreview(
  deps: Pick<Deps, 'customFields'>,
  parts: AsyncIterable<PreviewFieldMappingRequest>,
): Promise<Received<PreviewFieldMappingResponse>> {
  const upload = new PreviewedUpload();
  for await (const { part } of parts) if (part !== undefined) upload.take(part);
  const names = (await deps.customFields.all()).map(({ name }) => name);
  const preview = upload.finish(names);
  return {
    fingerprint: '',
    command: async () => Promise.resolve(preview),
    discard: async () => Promise.resolve(),
  };
}

type Part = NonNullable<PreviewFieldMappingRequest['part']>;

class PreviewedUpload {
  readonly #fields = new Map<string, string>();
  readonly #surveyor = new Surveyor();
  readonly #head: Uint8Array[] = [];
  #headBytes = 0;
  #bytes = 0;
  #hasFile = false;

  take(part: Part): void {
    if (part.$case === 'field') this.#fields.set(part.value.name, part.value.value);
    else if (part.$case === 'file') {
      if (part.value.name !== FILE_PART)
        throw invalidField(FILE_PART, 'The file must be in the part named file.');
      this.#hasFile = true;
    } else this.#read(part.value);
  }

  finish(customNames: readonly string[]): PreviewFieldMappingResponse {
    if (!this.#hasFile) throw invalidField(FILE_PART, 'A CSV file is required.');
    const hasHeader = toFlag(this.#fields.get('has_header'));
    const delimiter = toDelimiter(this.#fields.get('delimiter'));
    const { encoding, separator, recordCount } = this.#surveyor.end();
    if (recordCount - Number(hasHeader) > ROWS_MAX) throw tooManyRows(FILE_PART);
    const head = {
      bytes: Buffer.concat(this.#head),
      isWhole: this.#bytes === this.#headBytes,
      encoding,
      separator: delimiter ?? separator,
    };
    const records = readHead(head, SAMPLE_ROWS_MAX + Number(hasHeader));
    const [first] = records;
    if (first === undefined) throw invalidField(FILE_PART, 'The file has no rows that can be read.');
    if (first.some((cell) => cell.includes(NUL))) throw invalidField(FILE_PART, 'The file is no CSV text.');
    const columns = hasHeader ? [...first] : first.map((_, index) => String(index + 1));
    return {
      columns,
      sample_rows: records.slice(Number(hasHeader)).map((cells) => ({ cells: [...cells] })),
      suggested_mapping: [...(hasHeader ? suggestMapping(columns, customNames) : ignoreAll(columns))],
    };
  }

  #read(bytes: Uint8Array): void {
    if (!this.#hasFile) throw invalidField(FILE_PART, 'A CSV file is required.');
    this.#bytes += bytes.length;
    this.#surveyor.push(bytes);
    // The first record may be a header.
    if (this.#surveyor.recordCount > ROWS_MAX + 1) throw tooManyRows(FILE_PART);
    const kept = bytes.subarray(0, HEAD_BYTES_MAX - this.#headBytes);
    if (kept.length === 0) return;
    this.#headBytes += kept.length;
    this.#head.push(kept);
  }
}

function toFlag(text = ''): boolean {
  if (text === '' || text === 'true') return true;
  if (text === 'false') return false;
  throw invalidField('has_header', 'has_header must be true or false.');
}

/** The tab has a name, as in a mapping. */
function toDelimiter(text = ''): string | undefined {
  if (text === '') return undefined;
  const known = DELIMITERS.find((delimiter) => delimiter === (text === 'tab' ? '\t' : text));
  if (known === undefined) throw invalidField('delimiter', 'delimiter must be one of , ; tab |.');
  return known;
}
