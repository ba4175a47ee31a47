/** Texts are stored in pages of 1 MiB: the lower 20 bits of a position are the byte, the higher bits the page. */
const PAGE_BITS = 20;
const PAGE_BYTES = 2 ** PAGE_BITS;
const FIRST_SLOTS = 4_096;
/** The table grows above this share of used slots, so that lookups stay short. */
const FULL_SHARE = 0.5;
/** FNV-1a, 32 bits. */
const HASH_START = 0x81_1c_9d_c5;
const HASH_FACTOR = 0x01_00_01_93;

/**
 * A set of ASCII texts for files with 500,000 rows: pages of bytes and a hash table of positions. It takes half the
 * memory of a Set of strings, and the garbage collector has no objects to scan in it.
 */
export class AddressSet {
  readonly #pages: Buffer[] = [];
  /** Used bytes of the last page. */
  #end = PAGE_BYTES;
  /** Position of a text plus one; 0 is a free slot. A text is stored after its length in two bytes. */
  #slots = new Uint32Array(FIRST_SLOTS);
  #count = 0;

  /** True if the set did not contain the text. */
  add(address: string): boolean {
    const slot = this.#slotOf(address);
    if (this.#slots[slot] !== 0) return false;
    this.#slots[slot] = this.#append(address) + 1;
    this.#count += 1;
    if (this.#count > this.#slots.length * FULL_SHARE) this.#grow();
    return true;
  }

  /** The slot of the text, or the free slot for it. */
  #slotOf(address: string): number {
    const last = this.#slots.length - 1;
    let slot = hashOf(address) & last;
    for (let entry = this.#slots[slot] ?? 0; entry !== 0; entry = this.#slots[slot] ?? 0) {
      if (this.#isAt(entry - 1, address)) return slot;
      slot = (slot + 1) & last;
    }
    return slot;
  }

  #isAt(position: number, address: string): boolean {
    const [page, start] = this.#find(position);
    if (page.readUInt16LE(start) !== address.length) return false;
    for (let at = 0; at < address.length; at += 1)
      if (page[start + 2 + at] !== address.charCodeAt(at)) return false;
    return true;
  }

  #append(address: string): number {
    if (this.#end + address.length + 2 > PAGE_BYTES) {
      this.#pages.push(Buffer.alloc(PAGE_BYTES));
      this.#end = 0;
    }
    const position = (this.#pages.length - 1) * PAGE_BYTES + this.#end;
    const [page, start] = this.#find(position);
    page.writeUInt16LE(address.length, start);
    page.write(address, start + 2, 'latin1');
    this.#end += address.length + 2;
    return position;
  }

  #find(position: number): readonly [Buffer, number] {
    const page = this.#pages[position >>> PAGE_BITS];
    if (page === undefined) throw new Error('A position has no page.');
    return [page, position & (PAGE_BYTES - 1)];
  }

  #grow(): void {
    const entries = this.#slots.filter((entry) => entry !== 0);
    this.#slots = new Uint32Array(2 * this.#slots.length);
    for (const entry of entries) this.#slots[this.#slotOf(this.#textAt(entry - 1))] = entry;
  }

  #textAt(position: number): string {
    const [page, start] = this.#find(position);
    return page.toString('latin1', start + 2, start + 2 + page.readUInt16LE(start));
  }
}

function hashOf(text: string): number {
  let hash = HASH_START;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), HASH_FACTOR);
  return (hash ^ (hash >>> 15)) >>> 0;
}
