import { LANES, type RowRange } from './import-lane.ts';

interface Lane {
  readonly index: number;
  lastRow: number;
  /** Settles after the commit of the last chunk; never rejects. */
  committing: Promise<void>;
}

/** The commits of the chunks of one run: at most one in each lane. */
export class ChunkLanes {
  /** True after a commit has found that the claim was lost. */
  isLost = false;
  /** Failed commits, in the order of their ends. */
  readonly failures: unknown[] = [];
  readonly #lanes: readonly Lane[];

  /** @param laneRows the last row of each lane. */
  constructor(laneRows: readonly number[]) {
    this.#lanes = Array.from({ length: LANES }, (_, index) => ({
      index,
      lastRow: laneRows[index] ?? 0,
      committing: Promise.resolve(),
    }));
  }

  /** Waits until the lane of the next chunk is free. @throws the failure of a commit. */
  async free(): Promise<void> {
    await this.#next().committing;
    this.#throwFailure();
  }

  /** Starts the commit of the next chunk, in the lane with the earlier rows, which is free. */
  start({ last }: RowRange, commit: (lane: number) => Promise<boolean>): void {
    const lane = this.#next();
    lane.lastRow = last;
    lane.committing = commit(lane.index).then(
      (isCommitted) => {
        this.isLost ||= !isCommitted;
      },
      (failure: unknown) => void this.failures.push(failure),
    );
  }

  /** Waits for all commits. */
  async settle(): Promise<void> {
    await Promise.all(this.#lanes.map(async ({ committing }) => committing));
  }

  /** Waits for all commits. @throws the failure of a commit. */
  async finish(): Promise<void> {
    await this.settle();
    this.#throwFailure();
  }

  #next(): Lane {
    return this.#lanes.reduce((first, lane) => (lane.lastRow < first.lastRow ? lane : first));
  }

  #throwFailure(): void {
    if (this.failures.length > 0) throw this.failures[0];
  }
}
