/** Waiting per endpoint; more stays in the database, where it costs nothing. */
const WAITING_PER_ENDPOINT_MAX = 1_024;
/** A lane that had to refuse asks for more once so few wait in it. */
const LOW_WATER = WAITING_PER_ENDPOINT_MAX / 2;

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
    return [...this.#lanes].filter(([, lane]) => isFull(lane)).map(([endpointId]) => endpointId);
  }

  /** Holds a place for one job of an endpoint. */
  reserve(endpointId: string): boolean {
    const lane = this.#lane(endpointId);
    if (this.room === 0 || isFull(lane)) {
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

  done(endpointId: string): void {
    const lane = this.#lane(endpointId);
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
    const lane: Lane<Job> = { waiting: [], reserved: 0, active: 0, refused: false };
    this.#lanes.set(endpointId, lane);
    return lane;
  }

  #offerTurn(endpointId: string, lane: Lane<Job>): void {
    if (lane.waiting.length > 0 && lane.active < this.#options.slotsPerEndpoint) this.#turns.add(endpointId);
  }

  #askForMore(lane: Lane<Job>): void {
    if (!lane.refused || lane.waiting.length > LOW_WATER) return;
    lane.refused = false;
    this.#options.onRoom?.();
  }

  #dropIfIdle(endpointId: string, lane: Lane<Job>): void {
    if (lane.active === 0 && lane.reserved === 0 && lane.waiting.length === 0) this.#lanes.delete(endpointId);
  }
}

function isFull(lane: Lane<unknown>): boolean {
  return lane.waiting.length + lane.reserved >= WAITING_PER_ENDPOINT_MAX;
}
