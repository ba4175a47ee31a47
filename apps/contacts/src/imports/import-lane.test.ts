import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { numbersFrom } from '@outreach/testing';
import { ChunkLanes } from './chunk-lanes.ts';
import { NO_COUNTS } from './import-job.ts';
import {
  isCommitted,
  lastBeforeGap,
  LANES,
  positionOf,
  type ImportLane,
  type RowRange,
} from './import-lane.ts';

function laneOf(first: number, last: number, processed: number): ImportLane {
  return {
    ...NO_COUNTS,
    processed_rows: processed,
    first_row: first,
    last_row: last,
    has_advanced: true,
    version: 1,
  };
}

const EMPTY = laneOf(0, 0, 0);

describe('positionOf', () => {
  it.each([
    { after: 'no lane', processed: 700, lanes: [], last: 700, gap: undefined },
    { after: 'no chunk', processed: 0, lanes: [EMPTY, EMPTY], last: 0, gap: undefined },
    {
      after: 'the first chunk',
      processed: 500,
      lanes: [laneOf(1, 500, 500), EMPTY],
      last: 500,
      gap: undefined,
    },
    {
      after: 'the second chunk alone',
      processed: 400,
      lanes: [EMPTY, laneOf(501, 900, 400)],
      last: 900,
      gap: { first: 1, last: 500 },
    },
    {
      after: 'the fourth chunk before the third',
      processed: 1_300,
      lanes: [laneOf(1, 500, 500), laneOf(1_301, 1_600, 800)],
      last: 1_600,
      gap: { first: 1_001, last: 1_300 },
    },
    {
      after: 'four chunks',
      processed: 1_600,
      lanes: [laneOf(1_001, 1_300, 800), laneOf(1_301, 1_600, 800)],
      last: 1_600,
      gap: undefined,
    },
  ])('finds the rows to import after $after', ({ processed, lanes, last, gap }) => {
    const position = positionOf(processed, lanes);
    expect(position).toMatchObject({ last, gap });
    expect(lastBeforeGap(position)).toBe(gap === undefined ? last : gap.first - 1);
  });
});

const ROWS = 120;
const CHUNK_ROWS_MAX = 9;
const FILES = 300;

/** A file whose workers are killed at random times, while chunks commit in any order. */
class KilledImport {
  readonly imported: number[] = [];
  readonly #lanes: ImportLane[] = Array.from({ length: LANES }, () => EMPTY);
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Runs one worker; it is killed after some commits. */
  async run(): Promise<void> {
    const position = this.position();
    const lanes = new ChunkLanes(position.laneRows);
    const open: (() => void)[] = [];
    let left = this.#below(12);
    for (const chunk of this.#chunks()) {
      const lane = { isFree: false };
      void lanes.free().then(() => (lane.isFree = true));
      await nextTurn();
      while (!lane.isFree || (open.length > 0 && this.#random() < 0.3)) {
        if (left === 0) return;
        left -= 1;
        open.splice(this.#below(open.length), 1)[0]?.();
        await nextTurn();
      }
      lanes.start(chunk, async (lane) => {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        open.push(() => {
          this.#commit(chunk, lane);
          resolve(true);
        });
        return promise;
      });
    }
    for (const commit of open) if (this.#random() < 0.8) commit();
  }

  position() {
    return positionOf(
      this.#lanes.reduce((sum, { processed_rows }) => sum + processed_rows, 0),
      this.#lanes,
    );
  }

  *#chunks(): Generator<RowRange, void, undefined> {
    const position = this.position();
    for (let first = 1; first <= ROWS; first += 1) {
      if (isCommitted(position, first)) continue;
      let last = first;
      const size = 1 + this.#below(CHUNK_ROWS_MAX);
      while (last < ROWS && last - first + 1 < size && !isCommitted(position, last + 1)) last += 1;
      yield { first, last };
      first = last;
    }
  }

  #commit({ first, last }: RowRange, lane: number): void {
    const size = last - first + 1;
    this.#lanes[lane] = laneOf(first, last, (this.#lanes[lane]?.processed_rows ?? 0) + size);
    this.imported.push(...Array.from({ length: size }, (_, index) => first + index));
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}

describe('the lanes of an import', () => {
  it('take each row once when workers are killed between commits in any order', async () => {
    const random = numbersFrom(7);
    let gaps = 0;
    for (let file = 0; file < FILES; file += 1) {
      const killed = new KilledImport(random);
      while (killed.imported.length < ROWS) {
        await killed.run();
        if (killed.position().gap !== undefined) gaps += 1;
      }
      const rows = killed.imported.toSorted((one, other) => one - other);
      expect(rows).toEqual(Array.from({ length: ROWS }, (_, index) => index + 1));
    }
    // Without kills between two chunks in the wrong order the test would show nothing.
    expect(gaps).toBeGreaterThan(FILES / 10);
  });
});
