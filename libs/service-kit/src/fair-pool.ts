import { AppError } from '@outreach/errors';
import { gauge } from './metrics.ts';

const waitingCalls = gauge('pool_waiting_calls', 'Calls that wait for room in a pool.', ['pool']);

export interface FairPoolLimits {
  /** Calls under way at once. */
  readonly callCountMax: number;
  /** Of these, calls of one owner. */
  readonly callCountPerOwnerMax: number;
  /** Calls that wait for room; more are refused as unavailable. */
  readonly waitingCountMax: number;
  readonly waitingCountPerOwnerMax: number;
}

/** Whose call it is, and until when it may wait. */
export interface Turn {
  readonly owner: string;
  /** In ms since the epoch. */
  readonly deadlineAtMs: number;
}

interface Owner {
  runningCount: number;
  readonly waiting: Set<() => void>;
}

/** Room for calls that may last long: no owner takes it all, and a call that finds none waits for its turn. */
export class FairPool {
  readonly #name: string;
  readonly #limits: FairPoolLimits;
  /** In the order of their turns: who was let in goes to the end. */
  readonly #owners = new Map<string, Owner>();
  #runningCount = 0;
  #waitingCount = 0;

  /** @param name shown in figures and logs. */
  constructor(name: string, limits: FairPoolLimits) {
    this.#name = name;
    this.#limits = limits;
  }

  /** @throws AppError deadline when no room came in time; unavailable when too many wait already. */
  async run<T>({ owner: id, deadlineAtMs }: Turn, call: () => Promise<T>): Promise<T> {
    const owner = this.#owners.get(id) ?? { runningCount: 0, waiting: new Set() };
    this.#owners.set(id, owner);
    try {
      if (this.#hasRoom(owner)) this.#take(owner);
      else await this.#wait(owner, deadlineAtMs);
      try {
        return await call();
      } finally {
        this.#leave(owner);
      }
    } finally {
      if (owner.runningCount === 0 && owner.waiting.size === 0) this.#owners.delete(id);
    }
  }

  #hasRoom(owner: Owner): boolean {
    const { callCountMax, callCountPerOwnerMax } = this.#limits;
    return this.#runningCount < callCountMax && owner.runningCount < callCountPerOwnerMax;
  }

  #take(owner: Owner): void {
    this.#runningCount += 1;
    owner.runningCount += 1;
  }

  #leave(owner: Owner): void {
    this.#runningCount -= 1;
    owner.runningCount -= 1;
    this.#letNextIn();
  }

  /** Nobody waits for whom there is room, so the first in turn who may enter gets what became free. */
  #letNextIn(): void {
    for (const [id, owner] of this.#owners) {
      const [enter] = owner.waiting;
      if (enter === undefined || !this.#hasRoom(owner)) continue;
      this.#owners.delete(id);
      this.#owners.set(id, owner);
      enter();
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
        owner.waiting.delete(enter);
        this.#moveWaiting(-1);
        done();
      };
      const enter = (): void => {
        settle(() => {
          this.#take(owner);
          resolve();
        });
      };
      const timer = setTimeout(() => {
        settle(() => {
          reject(tooLate(this.#name));
        });
      }, deadlineAtMs - Date.now());
      owner.waiting.add(enter);
      this.#moveWaiting(1);
    });
  }

  #moveWaiting(by: 1 | -1): void {
    this.#waitingCount += by;
    waitingCalls.set({ pool: this.#name }, this.#waitingCount);
  }
}

function tooLate(pool: string): AppError {
  return new AppError('deadline', 'The request took too long; try again.', {
    privateText: `${pool}: no room before the deadline`,
  });
}

function tooMany(pool: string): AppError {
  return new AppError('unavailable', 'A part of the service is busy; try again.', {
    privateText: `${pool}: too many calls wait`,
  });
}
