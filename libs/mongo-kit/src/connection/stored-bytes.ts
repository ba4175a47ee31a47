/** Bytes as they are written, and as a lean document has them: in a wrapper of the driver. */
export type StoredBytes = Uint8Array | { readonly buffer: Uint8Array };

/** The bytes of a binary field. They are not copied. */
export function bytesOf(value: StoredBytes): Buffer {
  const bytes = value instanceof Uint8Array ? value : value.buffer;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
