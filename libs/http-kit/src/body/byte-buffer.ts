const EMPTY = Buffer.alloc(0);
const FIRST_BYTES = 1_024;

/**
 * Joins the chunks of a body in one buffer. Its memory depends on the received bytes alone: a body of 1 MiB in chunks of
 * one byte takes at most 1.5 MiB while the buffer grows, but a list of its chunks would take 112 MB.
 */
export class ByteBuffer {
  readonly #bytesMax: number;
  #bytes: Buffer = EMPTY;
  #length = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Number of received bytes. */
  get length(): number {
    return this.#length;
  }

  /** Copies the chunk. Returns false and keeps nothing of it when the body would exceed its limit. */
  append(chunk: Uint8Array): boolean {
    const length = this.#length + chunk.length;
    if (length > this.#bytesMax) return false;
    if (length > this.#bytes.length) this.#grow(length);
    this.#bytes.set(chunk, this.#length);
    this.#length = length;
    return true;
  }

  /** The received bytes, without a copy. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Forgets the received bytes and keeps the memory for the next ones. */
  clear(): void {
    this.#length = 0;
  }

  #grow(bytesMin: number): void {
    const size = Math.max(bytesMin, 2 * this.#bytes.length, FIRST_BYTES);
    const grown = Buffer.allocUnsafeSlow(Math.min(size, this.#bytesMax));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}
