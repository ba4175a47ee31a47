import type {
  PreviewFieldMappingRequest,
  PreviewFieldMappingResponse,
} from '@outreach/contracts-contacts/gen/field_mappings.ts';
import { invalidField } from '@outreach/errors';
import type { Received } from '@outreach/service-kit/rpc';
import { createRecordReader, type CsvFormat } from '../csv/record-reader.ts';
import { DELIMITERS } from './field-mapping.ts';
import { ignoreAll, suggestMapping } from './suggest-mapping.ts';
import type { ImportPorts } from '../ports.ts';
import { FILE_PART, readUpload, rowCountOf, type Upload, type UploadReceiver } from '../read-upload.rpc.ts';

const SAMPLE_ROWS_MAX = 20;
/** Enough for the sample rows of typical files; the rest of a file is only counted and read for its encoding. */
const HEAD_BYTES_MAX = 1_048_576;
const NUL = '\0';

/**
 * Reads an upload like an import and stores nothing.
 * @throws AppError invalid_argument on `file`, `has_header` or `delimiter`.
 */
export async function receivePreview(
  { customFields }: ImportPorts,
  chunks: AsyncIterable<PreviewFieldMappingRequest>,
): Promise<Received<PreviewFieldMappingResponse>> {
  const head = new Head();
  const upload = await readUpload(chunks, head);
  const names = (await customFields.all()).map(({ name }) => name);
  const response = preview(upload, head, names);
  return {
    fingerprint: '',
    command: async () => Promise.resolve(response),
    discard: async () => Promise.resolve(),
  };
}

/** Keeps the start of the file in memory. */
class Head implements UploadReceiver {
  readonly #kept: Uint8Array[] = [];
  #keptBytes = 0;
  #isWhole = true;

  write(bytes: Uint8Array): void {
    const kept = bytes.subarray(0, HEAD_BYTES_MAX - this.#keptBytes);
    if (kept.length < bytes.length) this.#isWhole = false;
    if (kept.length === 0) return;
    this.#keptBytes += kept.length;
    this.#kept.push(kept);
  }

  /** The first complete records, the header included. */
  read(format: CsvFormat, countMax: number): readonly (readonly string[])[] {
    const reader = createRecordReader(format);
    const records = reader.push(Buffer.concat(this.#kept));
    if (this.#isWhole) records.push(...reader.end());
    return records.slice(0, countMax).map(({ cells }) => cells);
  }
}

function preview(
  { fields, survey }: Upload,
  head: Head,
  customNames: readonly string[],
): PreviewFieldMappingResponse {
  const hasHeader = toFlag(fields.get('has_header'));
  const delimiter = toDelimiter(fields.get('delimiter'));
  rowCountOf(survey, hasHeader);
  const { encoding, separator } = survey;
  const format = { encoding, separator: delimiter ?? separator };
  const records = head.read(format, SAMPLE_ROWS_MAX + Number(hasHeader));
  const [first] = records;
  if (first === undefined) throw invalidField(FILE_PART, 'The file has no readable rows.');
  if (first.some((cell) => cell.includes(NUL))) throw invalidField(FILE_PART, 'The file is not a CSV text.');
  const columns = hasHeader ? [...first] : first.map((_, index) => String(index + 1));
  return {
    columns,
    sample_rows: records.slice(Number(hasHeader)).map((cells) => ({ cells: [...cells] })),
    suggested_mapping: [...(hasHeader ? suggestMapping(columns, customNames) : ignoreAll(columns))],
    delimiter: format.separator,
  };
}

function toFlag(text = ''): boolean {
  if (text === '' || text === 'true') return true;
  if (text === 'false') return false;
  throw invalidField('has_header', 'has_header must be true or false.');
}

/** A tab is named `tab`. */
function toDelimiter(text = ''): string | undefined {
  if (text === '') return undefined;
  const known = DELIMITERS.find((delimiter) => delimiter === (text === 'tab' ? '\t' : text));
  if (known === undefined) throw invalidField('delimiter', 'delimiter must be one of , ; tab |.');
  return known;
}
