import { AppError } from '@outreach/errors';
import { gauge } from '../metrics/metrics.ts';

const waitingCalls = gauge('pool_waiting_calls', 'Calls that wait for a slot of a pool.', ['pool']);

export interface FairPoolLimits {
  /** Concurrent calls. */
  readonly callCountMax: number;
  /** Of these, calls of one owner. */
  readonly callCountPerOwnerMax: number;
  /** Waiting calls; further ones are refused as unavailable. */
  readonly waitingCountMax: number;
  readonly waitingCountPerOwnerMax: number;
  /** Kind of the error after a wait without a slot; `deadline` by default. */
  readonly lateKind?: 'deadline' | 'unavailable';
}

/** The owner of a call and its deadline. */
export interface PoolRequest {
  readonly owner: string;
  /** In ms since the epoch. */
  readonly deadlineAtMs: number;
}

interface Owner {
  runningCount: number;
  readonly waiting: Set<() => void>;
}

/** Limits long calls, in total and per owner. A call without a free slot waits until its deadline. */
export class FairPool {
  readonly #name: string;
  readonly #limits: FairPoolLimits;
  /** Round-robin order: an owner whose call starts moves to the end. */
  readonly #owners = new Map<string, Owner>();
  #runningCount = 0;
  #waitingCount = 0;

  /** @param name shown in metrics and logs. */
  constructor(name: string, limits: FairPoolLimits) {
    this.#name = name;
    this.#limits = limits;
  }

  /** @throws AppError deadline when no slot became free in time; unavailable when too many calls wait. */
  async run<T>({ owner: id, deadlineAtMs }: PoolRequest, call: () => Promise<T>): Promise<T> {
    const owner = this.#owners.get(id) ?? { runningCount: 0, waiting: new Set() };
    this.#owners.set(id, owner);
    try {
      if (this.#hasSlot(owner)) this.#take(owner);
      else await this.#wait(owner, deadlineAtMs);
      try {
        return await call();
      } finally {
        this.#release(owner);
      }
    } finally {
      if (owner.runningCount === 0 && owner.waiting.size === 0) this.#owners.delete(id);
    }
  }

  #hasSlot(owner: Owner): boolean {
    const { callCountMax, callCountPerOwnerMax } = this.#limits;
    return this.#runningCount < callCountMax && owner.runningCount < callCountPerOwnerMax;
  }

  #take(owner: Owner): void {
    this.#runningCount += 1;
    owner.runningCount += 1;
  }

  #release(owner: Owner): void {
    this.#runningCount -= 1;
    owner.runningCount -= 1;
    this.#startNext();
  }

  /** Starts the next waiting call, round-robin over owners, skipping owners at their limit. */
  #startNext(): void {
    for (const [id, owner] of this.#owners) {
      const [start] = owner.waiting;
      if (start === undefined || !this.#hasSlot(owner)) continue;
      this.#owners.delete(id);
      this.#owners.set(id, owner);
      start();
      return;
    }
  }

  async #wait(owner: Owner, deadlineAtMs: number): Promise<void> {
    const { waitingCountMax, waitingCountPerOwnerMax } = this.#limits;
    if (this.#waitingCount >= waitingCountMax || owner.waiting.size >= waitingCountPerOwnerMax)
      throw tooMany(this.#name);
    await new Promise<void>((resolve, reject) => {
      const settle = (done: () => void): void => {
        clearTimeout(timer);
        owner.waiting.delete(start);
        this.#moveWaiting(-1);
        done();
      };
      const start = (): void => {
        settle(() => {
          this.#take(owner);
          resolve();
        });
      };
      const timer = setTimeout(() => {
        settle(() => {
          reject(this.#limits.lateKind === 'unavailable' ? tooMany(this.#name) : deadlinePassed(this.#name));
        });
      }, deadlineAtMs - Date.now());
      owner.waiting.add(start);
      this.#moveWaiting(1);
    });
  }

  #moveWaiting(by: 1 | -1): void {
    this.#waitingCount += by;
    waitingCalls.set({ pool: this.#name }, this.#waitingCount);
  }
}

function deadlinePassed(pool: string): AppError {
  return new AppError('deadline', 'The request took too long; try again.', {
    privateText: `${pool}: no free slot before the deadline`,
  });
}

function tooMany(pool: string): AppError {
  return new AppError('unavailable', 'A part of the service is busy; try again.', {
    privateText: `${pool}: too many calls wait`,
  });
}
