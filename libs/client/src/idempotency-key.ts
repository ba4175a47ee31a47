const KEY_BYTES = 16;

/** A new key of 32 hexadecimal digits. It must be unique, not secret: Node 18 has no global `crypto`. */
export function idempotencyKey(): string {
  const bytes = Array.from({ length: KEY_BYTES }, () => Math.floor(Math.random() * 256));
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
