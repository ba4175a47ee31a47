import { createHash } from 'node:crypto';
import type { CreateImportRequest, CreateImportResponse } from '@outreach/contracts-contacts';
import { invalidField } from '@outreach/errors';
import type { CallContext, Received } from '@outreach/service-kit';
import { Surveyor, type Survey } from '../csv/survey.ts';
import type { FieldMapping } from '../domain/field-mappings/field-mapping.ts';
import { ROWS_MAX, tooManyRows, type FileShape } from '../domain/imports/import-job.ts';
import { mapByMapping, mapByName } from '../domain/imports/map-columns.ts';
import { createImport, type StagedImport } from '../domain/imports/manage-imports.ts';
import type { StagedFile } from '../domain/imports/ports.ts';
import type { Deps } from '../domain/ports.ts';
import { toJobMessage } from './import-mappers.ts';

const FILE_PART = 'file';
const MAPPING_FIELD = 'field_mapping_id';
const FILE_NAME_CHARACTERS_MAX = 200;

/**
 * Takes an upload in: the file goes to the staged files while its rows are counted.
 * @throws AppError invalid_argument on `file` or `field_mapping_id`; nothing is kept then.
 */
export async function receiveImport(
  deps: Deps,
  ctx: CallContext,
  parts: AsyncIterable<CreateImportRequest>,
): Promise<Received<CreateImportResponse>> {
  const upload = new Upload(deps);
  try {
    for await (const { part } of parts) if (part !== undefined) await upload.take(part);
    const staged = await upload.finish();
    return {
      fingerprint: upload.fingerprint(),
      command: async () => ({ job: toJobMessage(await createImport(deps, ctx, staged)) }),
      discard: async () => upload.discard(),
    };
  } catch (thrown) {
    await upload.discard();
    throw thrown;
  }
}

type Part = NonNullable<CreateImportRequest['part']>;

class Upload {
  readonly #deps: Deps;
  readonly #fields = new Map<string, string>();
  /** Names, types and contents of the parts: what makes two uploads the same (decisions §4). */
  readonly #identity: string[] = [];
  readonly #content = createHash('sha256');
  readonly #surveyor = new Surveyor();
  #file: StagedFile | undefined;
  #fileName = '';

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async take(part: Part): Promise<void> {
    if (part.$case === 'field') {
      const { name, value } = part.value;
      this.#fields.set(name, value);
      this.#identity.push(JSON.stringify(['field', name, value]));
    } else if (part.$case === 'file') this.#open(part.value);
    else await this.#write(part.value);
  }

  async finish(): Promise<StagedImport> {
    const file = this.#file;
    if (file === undefined) throw invalidField(FILE_PART, 'A CSV file is required.');
    await file.close();
    const survey = this.#surveyor.end();
    const mapping = await this.#mapping();
    const shape = await this.#shapeOf(survey, mapping);
    return {
      fileId: file.id,
      fileName: this.#fileName,
      totalRows: dataRows(survey, shape.hasHeader),
      shape,
      fieldMappingId: mapping?.id ?? null,
      dedup: mapping?.dedup_behavior ?? 'update',
      defaultTags: mapping?.default_tags ?? [],
    };
  }

  async #mapping(): Promise<FieldMapping | undefined> {
    const id = this.#fields.get(MAPPING_FIELD) ?? '';
    if (id === '') return undefined;
    const mapping = await this.#deps.fieldMappings.findById(id);
    if (mapping === undefined)
      throw invalidField(MAPPING_FIELD, 'Must be a field mapping of this workspace.');
    return mapping;
  }

  fingerprint(): string {
    const hash = createHash('sha256');
    for (const part of this.#identity.toSorted()) hash.update(part).update('\0');
    return hash.update(this.#content.copy().digest()).digest('hex');
  }

  async discard(): Promise<void> {
    if (this.#file !== undefined) await this.#deps.stagedFiles.remove(this.#file.id);
  }

  #open({
    name,
    file_name: fileName,
    content_type: type,
  }: {
    name: string;
    file_name: string;
    content_type: string;
  }): void {
    if (name !== FILE_PART) throw invalidField(FILE_PART, 'The file must be in the part named file.');
    this.#identity.push(JSON.stringify(['file', name, fileName, type]));
    this.#fileName = Array.from(fileName).slice(0, FILE_NAME_CHARACTERS_MAX).join('');
    this.#file = this.#deps.stagedFiles.open(this.#fileName);
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (this.#file === undefined) throw invalidField(FILE_PART, 'A CSV file is required.');
    this.#content.update(bytes);
    this.#surveyor.push(bytes);
    // The first record may be a header.
    if (this.#surveyor.recordCount > ROWS_MAX + 1) throw tooManyRows(FILE_PART);
    await this.#file.write(bytes);
  }

  async #shapeOf(survey: Survey, mapping: FieldMapping | undefined): Promise<FileShape> {
    const separator = mapping?.delimiter ?? survey.separator;
    const first = survey.firstBy(separator);
    const file = { encoding: survey.encoding, separator };
    const shape: FileShape =
      mapping === undefined
        ? { ...file, hasHeader: true, columns: first, targets: mapByName(first, await this.#customNames()) }
        : {
            ...file,
            hasHeader: mapping.has_header,
            columns: mapping.has_header ? first : [],
            ...mapByMapping(first, mapping),
          };
    if (!shape.targets.includes('email'))
      throw invalidField(FILE_PART, 'The file has no column for the email.');
    return shape;
  }

  async #customNames(): Promise<string[]> {
    return (await this.#deps.customFields.all()).map(({ name }) => name);
  }
}

function dataRows({ recordCount }: Survey, hasHeader: boolean): number {
  const rows = Math.max(recordCount - Number(hasHeader), 0);
  if (rows > ROWS_MAX) throw tooManyRows(FILE_PART);
  return rows;
}
