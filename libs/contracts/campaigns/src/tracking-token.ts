import { createHash, createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';

/** The links in an email: the open pixel, a link of its text, and the unsubscribe link. */
export const TRACKING_KINDS = ['open', 'click', 'unsubscribe'] as const;
export type TrackingKind = (typeof TRACKING_KINDS)[number];

export interface TrackingLink {
  readonly kind: TrackingKind;
  readonly workspace_id: string;
  readonly send_id: string;
  /** The address to which a click leads; null for the other kinds. */
  readonly url: string | null;
  /** The enrollment of the email, in unsubscribe links only. */
  readonly enrollment_id?: string;
}

export interface TrackingTokens {
  /** A signed token for the path of a URL. */
  sign(link: TrackingLink): string;
  /** The content of a token; undefined if no known key has signed it. */
  verify(token: string): TrackingLink | undefined;
}

const VERSION = 1;
const MAC_BYTES = 16;
/** Version, kind and the first byte of the hash of the key. */
const HEAD_BYTES = 3;
const ULID_CHARACTERS = 26;
const WORKSPACE_PREFIX = 'ws_';
const SEND_PREFIX = 'snd_';
const ENROLLMENT_PREFIX = 'enr_';
const IDS_END = HEAD_BYTES + 2 * ULID_CHARACTERS;
const TOKEN_CHARACTERS_MAX = 4_096;

/**
 * Tokens are self-contained: the gateway answers from a token alone. A token is base64url of version, kind, key, the ids
 * of workspace and send, the address of a click or the id of the enrollment of an unsubscribe, and the first 16 bytes of
 * an HMAC-SHA256.
 * @param keys the first one signs; all of them verify.
 */
export function createTrackingTokens(keys: readonly Uint8Array[]): TrackingTokens {
  const known = keys.map((key) => ({
    // A key object saves 10 µs of each signature.
    key: createSecretKey(key),
    id: createHash('sha256').update(key).digest()[0] ?? 0,
  }));
  const [current] = known;
  if (current === undefined) throw new Error('A key is required.');
  return {
    sign: ({ kind, workspace_id, send_id, url, enrollment_id: enrollmentId }) => {
      const head = Buffer.from([VERSION, TRACKING_KINDS.indexOf(kind), current.id]);
      const ids = ulidOf(workspace_id, WORKSPACE_PREFIX) + ulidOf(send_id, SEND_PREFIX);
      const rest = enrollmentId === undefined ? (url ?? '') : ulidOf(enrollmentId, ENROLLMENT_PREFIX);
      const content = Buffer.concat([head, Buffer.from(ids), Buffer.from(rest)]);
      return Buffer.concat([content, macOf(current.key, content)]).toString('base64url');
    },
    verify: (token) => {
      if (token.length > TOKEN_CHARACTERS_MAX) return undefined;
      const bytes = Buffer.from(token, 'base64url');
      const end = bytes.length - MAC_BYTES;
      if (end < IDS_END || bytes[0] !== VERSION || bytes.toString('base64url') !== token) return undefined;
      const content = bytes.subarray(0, end);
      const isSigned = known.some(
        ({ key, id }) => id === bytes[2] && timingSafeEqual(macOf(key, content), bytes.subarray(end)),
      );
      return isSigned ? toLink(content) : undefined;
    },
  };
}

function toLink(content: Buffer): TrackingLink | undefined {
  const kind = TRACKING_KINDS[content[1] ?? TRACKING_KINDS.length];
  if (kind === undefined) return undefined;
  const ids = content.subarray(HEAD_BYTES, IDS_END).toString();
  const rest = content.subarray(IDS_END).toString();
  return {
    kind,
    workspace_id: WORKSPACE_PREFIX + ids.slice(0, ULID_CHARACTERS),
    send_id: SEND_PREFIX + ids.slice(ULID_CHARACTERS),
    url: kind === 'click' && rest !== '' ? rest : null,
    ...(kind === 'unsubscribe' && rest !== '' && { enrollment_id: ENROLLMENT_PREFIX + rest }),
  };
}

function macOf(key: KeyObject, content: Buffer): Buffer {
  return createHmac('sha256', key).update(content).digest().subarray(0, MAC_BYTES);
}

/** @throws Error if the id has another form: tokens have fixed positions. */
function ulidOf(id: string, prefix: string): string {
  const ulid = id.slice(prefix.length);
  if (!id.startsWith(prefix) || ulid.length !== ULID_CHARACTERS) throw new Error(`Not an id with ${prefix}.`);
  return ulid;
}
