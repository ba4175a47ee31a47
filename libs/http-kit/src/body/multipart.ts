import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { AppError } from '@outreach/errors';
import { discardBytes, receiveBytes } from './receive-bytes.ts';
import { HttpRefusal } from '../refusals.ts';
import { wrongField } from '../zod-issues.ts';

const FIELDS_MAX = 20;
const FIELD_BYTES_MAX = 4_096;
/** Parts that are parsed before the reader takes them. */
const QUEUED_PARTS_MAX = 4;
/** Timeout for an upload to arrive. */
export const UPLOAD_TIMEOUT_MS = 300_000;
/** An upload without a byte for this time ends with 408. */
export const UPLOAD_IDLE_MS_MAX = 15_000;

/** A piece of a multipart body, in the order of the body. Chunks belong to the file before them. */
export type MultipartPart =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | { readonly kind: 'file'; readonly name: string; readonly filename: string; readonly type: string }
  | { readonly kind: 'chunk'; readonly bytes: Uint8Array };

export interface MultipartLimits {
  readonly fileBytesMax: number;
  readonly timeoutMs?: number;
  readonly idleMsMax?: number;
}

const MULTIPART_TYPE = /^multipart\/form-data\s*;.*boundary=/i;

/**
 * Streams the parts of a `multipart/form-data` body with at most one file, at the speed of the reader.
 * @throws HttpRefusal for a wrong type, or a body that is too large, too slow or incomplete; AppError invalid_argument
 * for a malformed body, and for too many files or fields.
 */
export async function* readMultipart(
  req: IncomingMessage,
  limits: MultipartLimits,
): AsyncGenerator<MultipartPart, void, undefined> {
  requireMultipart(req);
  const queue = new PassThrough({ objectMode: true, highWaterMark: QUEUED_PARTS_MAX });
  const fail = (thrown: Error): void => void queue.destroy(thrown);
  const parser = createParser(req, { queue, fail, limits });
  const stopped = new AbortController();
  parse(req, parser, { limits, signal: stopped.signal }).catch((thrown: unknown) => {
    if (thrown instanceof Error) fail(thrown);
  });
  try {
    yield* queue as AsyncIterable<MultipartPart>;
  } finally {
    stopped.abort();
  }
}

interface ParseOptions {
  readonly limits: MultipartLimits;
  /** Aborted when the reader takes no more parts. */
  readonly signal: AbortSignal;
}

/** Feeds the parser at the speed of the reader. */
async function parse(
  req: IncomingMessage,
  parser: BusboyInstance,
  { limits, signal }: ParseOptions,
): Promise<void> {
  const { timeoutMs = UPLOAD_TIMEOUT_MS, idleMsMax = UPLOAD_IDLE_MS_MAX } = limits;
  try {
    for await (const bytes of receiveBytes(req, { timeoutMs, idleMsMax, signal }))
      if (!feed(parser, bytes)) await once(parser, 'drain', { signal });
    parser.end();
  } finally {
    // The rest of the body is read and discarded, so that the connection can be used again.
    discardBytes(req);
  }
}

/** Some malformed bodies make the parser throw, others emit an error. */
function feed(parser: BusboyInstance, bytes: Uint8Array): boolean {
  try {
    return parser.write(bytes);
  } catch (cause) {
    throw malformed(cause);
  }
}

function malformed(cause?: unknown): AppError {
  return new AppError('invalid_argument', 'The body is not valid multipart/form-data.', { cause });
}

function requireMultipart(req: IncomingMessage): void {
  const encoding = req.headers['content-encoding'] ?? 'identity';
  if (encoding.trim().toLowerCase() !== 'identity') throw new HttpRefusal('wrong_encoding');
  if (!MULTIPART_TYPE.test(req.headers['content-type'] ?? '')) throw new HttpRefusal('wrong_multipart_type');
}

interface ParserOptions {
  readonly queue: PassThrough;
  readonly fail: (thrown: Error) => void;
  readonly limits: MultipartLimits;
}

function createParser(req: IncomingMessage, { queue, fail, limits }: ParserOptions): BusboyInstance {
  const parser = openParser(req, limits);
  parser.on('field', (...[name, value, , isTruncated]) => {
    if (isTruncated) fail(wrongField(name, `must be at most ${FIELD_BYTES_MAX} bytes long`));
    else queue.write({ kind: 'field', name, value });
  });
  parser.on('file', (...[name, content, filename, , type]) => {
    queue.write({ kind: 'file', name, filename, type });
    content.once('limit', () => fail(new HttpRefusal('body_too_large')));
    pipeContent(content, queue);
  });
  parser.once('filesLimit', () => fail(wrongField('file', 'must be a single file')));
  parser.once('fieldsLimit', () =>
    fail(new AppError('invalid_argument', `The body must have at most ${FIELDS_MAX} fields.`)),
  );
  parser.once('error', (cause) => fail(malformed(cause)));
  parser.once('finish', () => queue.end());
  return parser;
}

/** The parser refuses a type without a boundary, and one that is too long. */
function openParser(req: IncomingMessage, { fileBytesMax }: MultipartLimits): BusboyInstance {
  const headers = { ...req.headers, 'content-type': req.headers['content-type'] ?? '' };
  const limits = { files: 1, fields: FIELDS_MAX, fieldSize: FIELD_BYTES_MAX, fileSize: fileBytesMax };
  try {
    return new Busboy({ headers, limits });
  } catch {
    throw new HttpRefusal('wrong_multipart_type');
  }
}

/** Writes the content to the queue, and pauses it while the queue is full. */
function pipeContent(content: Readable, queue: PassThrough): void {
  content.on('data', (bytes: Uint8Array) => {
    if (queue.destroyed || queue.write({ kind: 'chunk', bytes })) return;
    content.pause();
    queue.once('drain', () => content.resume());
  });
}
