import { createHash } from 'node:crypto';
import type { CreateImportRequest, CreateImportResponse } from '@outreach/contracts-contacts';
import { invalidField } from '@outreach/errors';
import type { CallContext, Received } from '@outreach/service-kit';
import type { Survey } from './csv/survey.ts';
import type { FieldMapping } from './field-mappings/field-mapping.ts';
import type { FileShape } from './import-job.ts';
import { mapByMapping, mapByName } from './map-columns.ts';
import { createImport, type StagedImport } from './manage-imports.ts';
import type { StagedFile } from './ports.ts';
import type { Deps } from '../domain/ports.ts';
import { toJobMessage } from './import-message.rpc.ts';
import {
  FILE_PART,
  countRows,
  takeUpload,
  type TakenUpload,
  type UploadField,
  type UploadFile,
  type UploadTaker,
} from './read-upload.rpc.ts';

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
  const staging = new Staging(deps.stagedFiles);
  try {
    const upload = await takeUpload(parts, staging);
    const file = { fileId: await staging.close(), fileName: staging.fileName };
    const staged = { ...file, ...(await readUpload(deps, upload)) };
    return {
      fingerprint: staging.fingerprint(),
      command: async () => ({ job: toJobMessage(await createImport(deps, ctx, staged)) }),
      discard: async () => staging.discard(),
    };
  } catch (thrown) {
    await staging.discard();
    throw thrown;
  }
}

/** The file on its way to the staged files. */
class Staging implements UploadTaker {
  readonly #files: Deps['stagedFiles'];
  /** Names, types and contents of the parts: what makes two uploads the same (decisions §4). */
  readonly #identity: string[] = [];
  readonly #content = createHash('sha256');
  #file: StagedFile | undefined;
  #fileName = '';

  constructor(files: Deps['stagedFiles']) {
    this.#files = files;
  }

  get fileName(): string {
    return this.#fileName;
  }

  field({ name, value }: UploadField): void {
    this.#identity.push(JSON.stringify(['field', name, value]));
  }

  open({ name, file_name: fileName, content_type: type }: UploadFile): void {
    this.#identity.push(JSON.stringify(['file', name, fileName, type]));
    this.#fileName = Array.from(fileName).slice(0, FILE_NAME_CHARACTERS_MAX).join('');
    this.#file = this.#files.open(this.#fileName);
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#content.update(bytes);
    await this.#file?.write(bytes);
  }

  /** Id of the file, which is whole now. */
  async close(): Promise<string> {
    if (this.#file === undefined) throw new Error('No file was opened.');
    await this.#file.close();
    return this.#file.id;
  }

  fingerprint(): string {
    const hash = createHash('sha256');
    for (const part of this.#identity.toSorted()) hash.update(part).update('\0');
    return hash.update(this.#content.copy().digest()).digest('hex');
  }

  async discard(): Promise<void> {
    if (this.#file !== undefined) await this.#files.remove(this.#file.id);
  }
}

type ReadUpload = Omit<StagedImport, 'fileId' | 'fileName'>;

async function readUpload(deps: Deps, { fields, survey }: TakenUpload): Promise<ReadUpload> {
  const mapping = await findMapping(deps, fields.get(MAPPING_FIELD) ?? '');
  const shape = await shapeOf(deps, survey, mapping);
  return {
    totalRows: countRows(survey, shape.hasHeader),
    shape,
    fieldMappingId: mapping?.id ?? null,
    dedup: mapping?.dedup_behavior ?? 'update',
    defaultTags: mapping?.default_tags ?? [],
  };
}

async function findMapping(deps: Deps, id: string): Promise<FieldMapping | undefined> {
  if (id === '') return undefined;
  const mapping = await deps.fieldMappings.findById(id);
  if (mapping === undefined) throw invalidField(MAPPING_FIELD, 'Must be a field mapping of this workspace.');
  return mapping;
}

async function shapeOf(deps: Deps, survey: Survey, mapping: FieldMapping | undefined): Promise<FileShape> {
  const separator = mapping?.delimiter ?? survey.separator;
  const first = survey.firstBy(separator);
  const file = { encoding: survey.encoding, separator };
  const shape: FileShape =
    mapping === undefined
      ? { ...file, hasHeader: true, columns: first, targets: mapByName(first, await customNames(deps)) }
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

async function customNames(deps: Deps): Promise<string[]> {
  return (await deps.customFields.all()).map(({ name }) => name);
}
