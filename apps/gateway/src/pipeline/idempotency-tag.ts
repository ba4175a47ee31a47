import { createHash, hash } from 'node:crypto';
import type { IdempotencyTag } from '@outreach/service-kit';
import { canonicalJson, sortedQuery, wrongField } from '@outreach/http-kit';

const HEADER = 'Idempotency-Key';
const KEY_LENGTH_MAX = 255;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** The key without surrounding quotes. @throws AppError invalid_argument for a malformed key. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key =
    header.length >= 2 && header.startsWith('"') && header.endsWith('"') ? header.slice(1, -1) : header;
  if (key.length > KEY_LENGTH_MAX || !VISIBLE_ASCII.test(key)) {
    throw wrongField(HEADER, `must be 1 to ${KEY_LENGTH_MAX} visible ASCII characters`);
  }
  return key;
}

export interface TaggedRequest {
  readonly workspaceId: string;
  readonly principalId: string;
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly body: unknown;
}

/** Two digests: `id` of the key and its owner, `fingerprint` of the request. */
export function idempotencyTag(request: TaggedRequest): IdempotencyTag {
  const { workspaceId, principalId, key, method, path, search, body } = request;
  return {
    id: hash('sha256', [workspaceId, principalId, key].join('\0'), 'hex'),
    fingerprint: createHash('sha256')
      .update([method, path, sortedQuery(search)].join('\0'))
      .update('\0')
      .update(canonicalJson(body))
      .digest('hex'),
  };
}
