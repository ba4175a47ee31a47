/** Texts lie in pages of 1 MiB: 20 bits of a place are its byte, those above its page. */
const PAGE_BITS = 20;
const PAGE_BYTES = 2 ** PAGE_BITS;
const FIRST_SLOTS = 4_096;
/** Above this share of taken slots a search would take long. */
const FULL_SHARE = 0.5;
/** FNV-1a, 32 bits. */
const HASH_START = 0x81_1c_9d_c5;
const HASH_FACTOR = 0x01_00_01_93;

/**
 * A set of ASCII texts for files of half a million rows: pages of bytes and a block of places, half of what a Set of
 * texts takes, and nothing in it that the engine's garbage collection would have to walk through.
 */
export class AddressSet {
  readonly #pages: Buffer[] = [];
  /** Bytes taken of the last page. */
  #end = PAGE_BYTES;
  /** Where a text begins, plus one; 0 is a free slot. Each text has its length, of two bytes, before it. */
  #slots = new Uint32Array(FIRST_SLOTS);
  #count = 0;

  /** True when it was not there before. */
  add(address: string): boolean {
    const slot = this.#slotOf(address);
    if (this.#slots[slot] !== 0) return false;
    this.#slots[slot] = this.#append(address) + 1;
    this.#count += 1;
    if (this.#count > this.#slots.length * FULL_SHARE) this.#grow();
    return true;
  }

  /** The slot of the text, or the free one that it would take. */
  #slotOf(address: string): number {
    const last = this.#slots.length - 1;
    let slot = hashOf(address) & last;
    for (let place = this.#slots[slot] ?? 0; place !== 0; place = this.#slots[slot] ?? 0) {
      if (this.#isAt(place - 1, address)) return slot;
      slot = (slot + 1) & last;
    }
    return slot;
  }

  #isAt(place: number, address: string): boolean {
    const [page, start] = this.#find(place);
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
    const place = (this.#pages.length - 1) * PAGE_BYTES + this.#end;
    const [page, start] = this.#find(place);
    page.writeUInt16LE(address.length, start);
    page.write(address, start + 2, 'latin1');
    this.#end += address.length + 2;
    return place;
  }

  #find(place: number): readonly [Buffer, number] {
    const page = this.#pages[place >>> PAGE_BITS];
    if (page === undefined) throw new Error('A place lies in no page.');
    return [page, place & (PAGE_BYTES - 1)];
  }

  #grow(): void {
    const places = this.#slots.filter((place) => place !== 0);
    this.#slots = new Uint32Array(2 * this.#slots.length);
    for (const place of places) this.#slots[this.#slotOf(this.#textAt(place - 1))] = place;
  }

  #textAt(place: number): string {
    const [page, start] = this.#find(place);
    return page.toString('latin1', start + 2, start + 2 + page.readUInt16LE(start));
  }
}

function hashOf(text: string): number {
  let hash = HASH_START;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), HASH_FACTOR);
  return (hash ^ (hash >>> 15)) >>> 0;
}
