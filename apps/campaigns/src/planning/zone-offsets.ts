import { LRUCache } from 'lru-cache';

/** Time zones change their offsets at most once within a block of this length. */
const BLOCK_MS = 16 * 24 * 60 * 60 * 1_000;
const ZONES_MAX = 1_000;
/** More than five years. */
const BLOCKS_PER_ZONE_MAX = 128;

/** A span of time in which a zone has one offset. */
export interface OffsetSpan {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  /** Local time minus UTC. */
  readonly offsetMs: number;
}

interface Zone {
  readonly format: Intl.DateTimeFormat;
  /** By the number of the block since 1970; one span, or two with a change between them. */
  readonly blocks: LRUCache<number, readonly OffsetSpan[]>;
}

const zones = new LRUCache<string, { readonly zone: Zone | undefined }>({ max: ZONES_MAX });

/** True if the runtime has data of the zone. */
export function isKnownZone(zone: string): boolean {
  return zoneOf(zone) !== undefined;
}

/** The span that contains the timestamp. An unknown zone counts as UTC. */
export function spanAt(zone: string, atMs: number): OffsetSpan {
  const known = zoneOf(zone);
  const block = Math.floor(atMs / BLOCK_MS);
  if (known === undefined) return { ...boundsOf(block), offsetMs: 0 };
  let spans = known.blocks.get(block);
  if (spans === undefined) {
    spans = spansOf(known.format, block);
    known.blocks.set(block, spans);
  }
  const [first, second] = spans;
  const span = second !== undefined && atMs >= second.fromMs ? second : first;
  if (span === undefined) throw new Error('A block has at least one span.');
  return span;
}

function zoneOf(name: string): Zone | undefined {
  const known = zones.get(name);
  if (known !== undefined) return known.zone;
  const zone = createZone(name);
  zones.set(name, { zone });
  return zone;
}

function createZone(name: string): Zone | undefined {
  try {
    const numeric = '2-digit';
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    });
    return { format, blocks: new LRUCache({ max: BLOCKS_PER_ZONE_MAX }) };
  } catch {
    return undefined;
  }
}

function boundsOf(block: number): { readonly fromMs: number; readonly toMs: number } {
  return { fromMs: block * BLOCK_MS, toMs: (block + 1) * BLOCK_MS };
}

function spansOf(format: Intl.DateTimeFormat, block: number): readonly OffsetSpan[] {
  const { fromMs, toMs } = boundsOf(block);
  const first = offsetAt(format, fromMs);
  const last = offsetAt(format, toMs);
  if (first === last) return [{ fromMs, toMs, offsetMs: first }];
  const changeMs = findChange(format, { fromMs, toMs, first });
  return [
    { fromMs, toMs: changeMs, offsetMs: first },
    { fromMs: changeMs, toMs, offsetMs: last },
  ];
}

/** The first second with another offset than the first one. */
function findChange(
  format: Intl.DateTimeFormat,
  { fromMs, toMs, first }: { readonly fromMs: number; readonly toMs: number; readonly first: number },
): number {
  let before = fromMs / 1_000;
  let after = toMs / 1_000;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(format, middle * 1_000) === first) before = middle;
    else after = middle;
  }
  return after * 1_000;
}

/** @param atMs a whole second. */
function offsetAt(format: Intl.DateTimeFormat, atMs: number): number {
  const fields: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(atMs)) fields[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields;
  return Date.UTC(year, month - 1, day, hour, minute, second) - atMs;
}
