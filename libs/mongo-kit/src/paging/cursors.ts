import { invalidField } from '@outreach/errors';
import { deriveKey, equalBytes, hmac } from '../sealing/sealer.ts';

const MAC_BYTES = 16;
/** Long enough for three sort values of the maximum length. */
const CURSOR_CHARACTERS_MAX = 16_384;

/** A cursor is valid for one workspace, list, sort and filter only. */
export interface CursorBinding {
  readonly workspaceId: string;
  readonly list: string;
  readonly sort: string;
  /** Canonical text of the filter. */
  readonly filter: string;
}

/** Opaque, signed positions in a list. */
export interface Cursors {
  encode(binding: CursorBinding, place: unknown): string;
  /** @throws AppError invalid_argument on `cursor` when it is forged, damaged or bound to another list. */
  decode(binding: CursorBinding, cursor: string): unknown;
}

/** Signs with the service key; accepts signatures of previous keys too. */
export function createCursors(serviceKey: Uint8Array, previousKeys: readonly Uint8Array[] = []): Cursors {
  const current = deriveKey(serviceKey, 'cursor');
  const accepted = [current, ...previousKeys.map((key) => deriveKey(key, 'cursor'))];
  const mac = (key: Uint8Array, binding: CursorBinding, body: string): Buffer => {
    const { workspaceId, list, sort, filter } = binding;
    return hmac(key, JSON.stringify([workspaceId, list, sort, filter, body])).subarray(0, MAC_BYTES);
  };
  return {
    encode: (binding, place) => {
      const body = Buffer.from(JSON.stringify(place)).toString('base64url');
      return `${body}.${mac(current, binding, body).toString('base64url')}`;
    },
    decode: (binding, cursor) => {
      const [body = '', signature = ''] = cursor.split('.');
      const bytes = Buffer.from(signature, 'base64url');
      const genuine =
        cursor.length <= CURSOR_CHARACTERS_MAX &&
        accepted.some((key) => equalBytes(bytes, mac(key, binding, body))) &&
        cursor === `${body}.${signature}`;
      if (!genuine) throw invalidField('cursor', 'The cursor does not belong to this list, sort and filter.');
      const place: unknown = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
      return place;
    },
  };
}
