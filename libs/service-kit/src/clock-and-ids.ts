import { randomInt } from 'node:crypto';
import { decodeTime, monotonicFactory } from 'ulid';

/** Time in ms since the epoch, or for a timer since the start of the process. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Time in ms since the start of the process, for durations: it does not jump when the time of the machine is set. */
export const systemTimer: Clock = { now: () => performance.now() };

/** Makes `<prefix>_<ULID>`; ids of one process sort in the order they were made. */
export type NewId = (prefix: string) => string;

const ULID_ALPHABET_SIZE = 32;

/** Node keeps random bytes for `randomInt`; the generator of the package makes a system call per character. */
const nextUlid = monotonicFactory(() => randomInt(ULID_ALPHABET_SIZE) / ULID_ALPHABET_SIZE);

export const newId: NewId = (prefix) => `${prefix}_${nextUlid()}`;

/** Time in ms since the epoch at which an id was made. */
export function timeOfId(id: string): number {
  return decodeTime(id.slice(id.indexOf('_') + 1));
}
