import type { IncomingMessage } from 'node:http';
import type { CreateImportRequest } from '@outreach/contracts-contacts/gen/imports.ts';
import { routesFor } from '@outreach/http-kit';
import { readMultipart, type MultipartPart } from '@outreach/http-kit/body';
import type { CallContext } from '@outreach/service-kit';
import { FairPool, type FairPoolLimits, type PoolRequest } from '@outreach/service-kit/bulkhead';
import type { Backends } from '../clients/backends.ts';
import type { RouteContext } from './route.ts';

export const FILE_BYTES_MAX = 200 * 1_048_576;
/** The time of an upload, and of the answer after it. */
export const UPLOAD_DEADLINE_MS = 305_000;

/** What the handlers of uploads require. */
export interface UploadPorts extends Pick<Backends, 'contacts'> {
  /** Time for an upload to arrive. */
  readonly uploadTimeoutMs: number;
}

export const uploadRoute = routesFor<RouteContext<UploadPorts>>();

/** Pieces of uploads that one gateway passes on at a time. An upload has a slot only while a piece of it is on its way. */
export const TRANSFER_LIMITS: FairPoolLimits = {
  callCountMax: 16,
  callCountPerOwnerMax: 4,
  waitingCountMax: 1_024,
  waitingCountPerOwnerMax: 256,
  lateKind: 'unavailable',
};

const transfers = new FairPool('upload-transfers', TRANSFER_LIMITS);

/** A message of an upload. */
export interface UploadMessage {
  readonly part: CreateImportRequest['part'];
}

/** The messages of an upload, as fast as the backend takes them and as slots are free. */
export async function* toUpload(
  req: IncomingMessage,
  { workspaceId, deadlineAtMs }: CallContext,
  { uploadTimeoutMs: timeoutMs }: UploadPorts,
): AsyncGenerator<UploadMessage, void, undefined> {
  const request = { owner: workspaceId, deadlineAtMs };
  for await (const part of readMultipart(req, { fileBytesMax: FILE_BYTES_MAX, timeoutMs })) {
    const release = await takeSlot(transfers, request);
    try {
      yield { part: toPart(part) };
    } finally {
      release();
    }
  }
}

/** Resolves with the function that frees the slot. */
async function takeSlot(pool: FairPool, request: PoolRequest): Promise<() => void> {
  const released = Promise.withResolvers<undefined>();
  return new Promise((resolve, reject) => {
    const hold = async (): Promise<void> => {
      resolve(() => released.resolve(undefined));
      await released.promise;
    };
    pool.run(request, hold).catch(reject);
  });
}

function toPart(part: MultipartPart): CreateImportRequest['part'] {
  if (part.kind === 'chunk') return { $case: 'chunk', value: part.bytes };
  if (part.kind === 'field') return { $case: 'field', value: { name: part.name, value: part.value } };
  return { $case: 'file', value: { name: part.name, file_name: part.filename, content_type: part.type } };
}
