/**
 * A key may have as many waiting jobs as its slots finish in this time, by the moving average of its durations. More
 * jobs stay in the database. The limit is far below the part of a lease that is not reserved for the job itself.
 */
const WAIT_MS_MAX = 5_000;
const WAITING_PER_KEY_MIN = 16;
const WAITING_PER_KEY_MAX = 4_096;
/** The assumed duration of a job before the first one has ended. */
const DURATION_MS_GUESS = 150;
/** Weight of the latest job in the moving average. */
const LATEST_WEIGHT = 0.1;

export interface FairQueueOptions<Job> {
  /** Jobs of one key share its slots, for example all deliveries of an endpoint. */
  readonly keyOf: (job: Job) => string;
  /** Jobs that run concurrently, over all keys. */
  readonly slots: number;
  /** Jobs of one key that run concurrently. */
  readonly slotsPerKey: number;
  /** Waiting jobs, over all keys. */
  readonly waitingMax: number;
  /** Called when a key that was refused has room again. */
  readonly onRoom?: () => void;
}

interface Lane<Job> {
  readonly waiting: Job[];
  reserved: number;
  active: number;
  refused: boolean;
  /** Moving average of the duration of a job. */
  durationMs: number;
}

/** Starts jobs round-robin over keys. A key with many or slow jobs uses its own slots only. */
export class FairQueue<Job> {
  readonly #options: FairQueueOptions<Job>;
  readonly #lanes = new Map<string, Lane<Job>>();
  /** Keys with a waiting job and a free slot, in the order of their turns. */
  readonly #turns = new Set<string>();
  #taken = 0;
  #active = 0;

  constructor(options: FairQueueOptions<Job>) {
    this.#options = options;
  }

  /** Number of further jobs that fit, over all keys. */
  get room(): number {
    return Math.max(0, this.#options.waitingMax - this.#taken);
  }

  get active(): number {
    return this.#active;
  }

  /** Keys that take no further job now. */
  get full(): string[] {
    return [...this.#lanes].filter(([, lane]) => this.#isFull(lane)).map(([key]) => key);
  }

  /** Reserves room for one job of a key. Returns false if there is none. */
  reserve(key: string): boolean {
    const lane = this.#lane(key);
    if (this.room === 0 || this.#isFull(lane)) {
      lane.refused = true;
      return false;
    }
    lane.reserved += 1;
    this.#taken += 1;
    return true;
  }

  cancel(key: string): void {
    const lane = this.#lane(key);
    lane.reserved -= 1;
    this.#taken -= 1;
    this.#dropIfIdle(key, lane);
  }

  /** Adds a job to its reserved room. */
  push(job: Job): void {
    const key = this.#options.keyOf(job);
    const lane = this.#lane(key);
    lane.reserved -= 1;
    lane.waiting.push(job);
    this.#offerTurn(key, lane);
  }

  /** Returns the next job that may start now; the caller calls `done` at its end. */
  take(): Job | undefined {
    if (this.#active >= this.#options.slots) return undefined;
    for (const key of this.#turns) {
      this.#turns.delete(key);
      const lane = this.#lane(key);
      const job = lane.waiting.shift();
      if (job === undefined) continue;
      lane.active += 1;
      this.#active += 1;
      this.#taken -= 1;
      this.#offerTurn(key, lane);
      this.#reportRoom(lane);
      return job;
    }
    return undefined;
  }

  /** @param tookMs duration of the job; absent if it did not run. */
  done(key: string, tookMs?: number): void {
    const lane = this.#lane(key);
    if (tookMs !== undefined) lane.durationMs += LATEST_WEIGHT * (tookMs - lane.durationMs);
    lane.active -= 1;
    this.#active -= 1;
    this.#offerTurn(key, lane);
    this.#dropIfIdle(key, lane);
  }

  /** Removes and returns the jobs that have not started. */
  drain(): Job[] {
    const waiting = [...this.#lanes.values()].flatMap((lane) => lane.waiting.splice(0));
    this.#taken -= waiting.length;
    this.#turns.clear();
    return waiting;
  }

  #lane(key: string): Lane<Job> {
    const known = this.#lanes.get(key);
    if (known !== undefined) return known;
    const lane: Lane<Job> = {
      waiting: [],
      reserved: 0,
      active: 0,
      refused: false,
      durationMs: DURATION_MS_GUESS,
    };
    this.#lanes.set(key, lane);
    return lane;
  }

  #offerTurn(key: string, lane: Lane<Job>): void {
    if (lane.waiting.length > 0 && lane.active < this.#options.slotsPerKey) this.#turns.add(key);
  }

  #capacity(lane: Lane<Job>): number {
    const inTime = (this.#options.slotsPerKey * WAIT_MS_MAX) / Math.max(1, lane.durationMs);
    return Math.min(WAITING_PER_KEY_MAX, Math.max(WAITING_PER_KEY_MIN, Math.floor(inTime)));
  }

  #isFull(lane: Lane<Job>): boolean {
    return lane.waiting.length + lane.reserved >= this.#capacity(lane);
  }

  #reportRoom(lane: Lane<Job>): void {
    if (!lane.refused || lane.waiting.length > this.#capacity(lane) / 2) return;
    lane.refused = false;
    this.#options.onRoom?.();
  }

  #dropIfIdle(key: string, lane: Lane<Job>): void {
    if (lane.active === 0 && lane.reserved === 0 && lane.waiting.length === 0) this.#lanes.delete(key);
  }
}
