import { createHash } from 'node:crypto';
import type { CreateImportRequest, CreateImportResponse } from '@outreach/contracts-contacts/gen/imports.ts';
import { invalidField } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import type { Received } from '@outreach/service-kit/rpc';
import type { FileSurvey } from './csv/survey.ts';
import type { FieldMapping } from './field-mappings/field-mapping.ts';
import type { FileShape } from './import-job.ts';
import { mapByMapping, mapByName } from './map-columns.ts';
import { createImport, type StagedImport } from './manage-imports.ts';
import type { ImportPorts, StagedFile, StagedFiles } from './ports.ts';
import { toJobMessage } from './import-message.rpc.ts';
import {
  FILE_PART,
  rowCountOf,
  readUpload,
  type Upload,
  type UploadField,
  type UploadFile,
  type UploadReceiver,
} from './read-upload.rpc.ts';

const MAPPING_FIELD = 'field_mapping_id';
const VERIFICATION_FIELD = 'trigger_verification';
const FILE_NAME_CHARACTERS_MAX = 200;

/**
 * Receives an upload: stores the file and counts its rows at the same time.
 * @throws AppError invalid_argument on `file` or `field_mapping_id`; the file is deleted then.
 */
export async function receiveImport(
  ports: ImportPorts,
  ctx: CallContext,
  chunks: AsyncIterable<CreateImportRequest>,
): Promise<Received<CreateImportResponse>> {
  const staging = new Staging(ports.stagedFiles);
  try {
    const upload = await readUpload(chunks, staging);
    const file = { fileId: await staging.close(), fileName: staging.fileName };
    const staged = { ...file, ...(await toStagedImport(ports, upload)) };
    return {
      fingerprint: staging.fingerprint(),
      command: async () => ({ job: toJobMessage(await createImport(ports, ctx, staged)) }),
      discard: async () => staging.discard(),
    };
  } catch (thrown) {
    await staging.discard();
    throw thrown;
  }
}

/** Stores the file of an upload. */
class Staging implements UploadReceiver {
  readonly #files: StagedFiles;
  /** Names, types and values of the parts. Two uploads are equal if their parts and contents are equal. */
  readonly #identity: string[] = [];
  readonly #content = createHash('sha256');
  #file: StagedFile | undefined;
  #fileName = '';

  constructor(files: StagedFiles) {
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

  /** Completes the file and returns its id. */
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

async function toStagedImport(
  ports: ImportPorts,
  { fields, survey }: Upload,
): Promise<Omit<StagedImport, 'fileId' | 'fileName'>> {
  const mapping = await findMapping(ports, fields.get(MAPPING_FIELD) ?? '');
  const shape = await shapeOf(ports, survey, mapping);
  return {
    totalRows: rowCountOf(survey, shape.hasHeader),
    shape,
    fieldMappingId: mapping?.id ?? null,
    dedup: mapping?.dedup_behavior ?? 'update',
    defaultTags: mapping?.default_tags ?? [],
    triggersVerification: readFlag(fields.get(VERIFICATION_FIELD)),
  };
}

/** @throws AppError invalid_argument on `trigger_verification`. */
function readFlag(text: string | undefined): boolean {
  if (text === undefined || text === '' || text === 'false') return false;
  if (text === 'true') return true;
  throw invalidField(VERIFICATION_FIELD, `${VERIFICATION_FIELD} must be true or false.`);
}

async function findMapping({ fieldMappings }: ImportPorts, id: string): Promise<FieldMapping | undefined> {
  if (id === '') return undefined;
  const mapping = await fieldMappings.findById(id);
  if (mapping === undefined)
    throw invalidField(MAPPING_FIELD, `${MAPPING_FIELD} must be a field mapping of this workspace.`);
  return mapping;
}

async function shapeOf(
  ports: ImportPorts,
  survey: FileSurvey,
  mapping: FieldMapping | undefined,
): Promise<FileShape> {
  const separator = mapping?.delimiter ?? survey.separator;
  const first = survey.firstBy(separator);
  const file = { encoding: survey.encoding, separator };
  const shape: FileShape =
    mapping === undefined
      ? { ...file, hasHeader: true, columns: first, targets: mapByName(first, await customNames(ports)) }
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

async function customNames({ customFields }: ImportPorts): Promise<string[]> {
  return (await customFields.all()).map(({ name }) => name);
}
