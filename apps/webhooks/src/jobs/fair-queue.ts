/**
 * An endpoint may have as many jobs waiting as it takes in this time, by what its exchanges took lately; more stays
 * in the database, where it costs nothing. Well under the part of a lease that is not kept for the exchange itself.
 */
const WAIT_MS_MAX = 5_000;
const WAITING_PER_ENDPOINT_MIN = 16;
const WAITING_PER_ENDPOINT_MAX = 4_096;
/** What an exchange is taken to last before the first one has ended. */
const EXCHANGE_MS_GUESS = 150;
/** Weight of the latest exchange in the moving average. */
const LATEST_WEIGHT = 0.1;

export interface FairQueueOptions {
  /** Exchanges under way at once, over all endpoints. */
  readonly slots: number;
  /** Exchanges under way at once with one endpoint. */
  readonly slotsPerEndpoint: number;
  /** Jobs waiting, over all endpoints. */
  readonly waitingMax: number;
  /** Called when there is room again for an endpoint of which something was refused. */
  readonly onRoom?: () => void;
}

interface Lane<Job> {
  readonly waiting: Job[];
  reserved: number;
  active: number;
  refused: boolean;
  /** Moving average of how long an exchange takes. */
  exchangeMs: number;
}

/**
 * Jobs by endpoint, given out in turn: an endpoint with many or slow deliveries holds its own slots and its own
 * places in the queue, never those of others.
 */
export class FairQueue<Job extends { readonly endpoint_id: string }> {
  readonly #options: FairQueueOptions;
  readonly #lanes = new Map<string, Lane<Job>>();
  /** Endpoints with a waiting job and a free slot, in turn. */
  readonly #turns = new Set<string>();
  #taken = 0;
  #active = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Room for further jobs, over all endpoints. */
  get room(): number {
    return Math.max(0, this.#options.waitingMax - this.#taken);
  }

  get active(): number {
    return this.#active;
  }

  /** Endpoints that have all they may have: no further jobs of theirs are wanted. */
  get full(): string[] {
    return [...this.#lanes].filter(([, lane]) => this.#isFull(lane)).map(([endpointId]) => endpointId);
  }

  /** Holds a place for one job of an endpoint. */
  reserve(endpointId: string): boolean {
    const lane = this.#lane(endpointId);
    if (this.room === 0 || this.#isFull(lane)) {
      lane.refused = true;
      return false;
    }
    lane.reserved += 1;
    this.#taken += 1;
    return true;
  }

  cancel(endpointId: string): void {
    const lane = this.#lane(endpointId);
    lane.reserved -= 1;
    this.#taken -= 1;
    this.#dropIfIdle(endpointId, lane);
  }

  /** Fills a reserved place. */
  push(job: Job): void {
    const lane = this.#lane(job.endpoint_id);
    lane.reserved -= 1;
    lane.waiting.push(job);
    this.#offerTurn(job.endpoint_id, lane);
  }

  /** The next job that may start now; `done` must follow. */
  take(): Job | undefined {
    if (this.#active >= this.#options.slots) return undefined;
    for (const endpointId of this.#turns) {
      this.#turns.delete(endpointId);
      const lane = this.#lane(endpointId);
      const job = lane.waiting.shift();
      if (job === undefined) continue;
      lane.active += 1;
      this.#active += 1;
      this.#taken -= 1;
      this.#offerTurn(endpointId, lane);
      this.#askForMore(lane);
      return job;
    }
    return undefined;
  }

  /** @param tookMs how long the exchange took; absent when there was none. */
  done(endpointId: string, tookMs?: number): void {
    const lane = this.#lane(endpointId);
    if (tookMs !== undefined) lane.exchangeMs += LATEST_WEIGHT * (tookMs - lane.exchangeMs);
    lane.active -= 1;
    this.#active -= 1;
    this.#offerTurn(endpointId, lane);
    this.#dropIfIdle(endpointId, lane);
  }

  /** Empties the queue of what has not started. */
  drain(): Job[] {
    const waiting = [...this.#lanes.values()].flatMap((lane) => lane.waiting.splice(0));
    this.#taken -= waiting.length;
    this.#turns.clear();
    return waiting;
  }

  #lane(endpointId: string): Lane<Job> {
    const known = this.#lanes.get(endpointId);
    if (known !== undefined) return known;
    const lane: Lane<Job> = {
      waiting: [],
      reserved: 0,
      active: 0,
      refused: false,
      exchangeMs: EXCHANGE_MS_GUESS,
    };
    this.#lanes.set(endpointId, lane);
    return lane;
  }

  #offerTurn(endpointId: string, lane: Lane<Job>): void {
    if (lane.waiting.length > 0 && lane.active < this.#options.slotsPerEndpoint) this.#turns.add(endpointId);
  }

  #capacity(lane: Lane<Job>): number {
    const inTime = (this.#options.slotsPerEndpoint * WAIT_MS_MAX) / Math.max(1, lane.exchangeMs);
    return Math.min(WAITING_PER_ENDPOINT_MAX, Math.max(WAITING_PER_ENDPOINT_MIN, Math.floor(inTime)));
  }

  #isFull(lane: Lane<Job>): boolean {
    return lane.waiting.length + lane.reserved >= this.#capacity(lane);
  }

  #askForMore(lane: Lane<Job>): void {
    if (!lane.refused || lane.waiting.length > this.#capacity(lane) / 2) return;
    lane.refused = false;
    this.#options.onRoom?.();
  }

  #dropIfIdle(endpointId: string, lane: Lane<Job>): void {
    if (lane.active === 0 && lane.reserved === 0 && lane.waiting.length === 0) this.#lanes.delete(endpointId);
  }
}
