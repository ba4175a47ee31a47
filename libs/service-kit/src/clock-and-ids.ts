import { decodeTime, monotonicFactory } from 'ulid';
import { randomFromPool } from './random-pool.ts';

/** Time in ms since the epoch, or for a timer since the start of the process. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Time in ms since the start of the process, for durations: it does not jump when the time of the machine is set. */
export const systemTimer: Clock = { now: () => performance.now() };

/** Makes `<prefix>_<ULID>`; ids of one process sort in the order they were made. */
export type NewId = (prefix: string) => string;

const BYTE_VALUES = 256;

/** A ULID has sixteen random characters of an alphabet of 32, so one byte per character is enough. */
function randomFraction(): number {
  return (randomFromPool(1)[0] ?? 0) / BYTE_VALUES;
}

const nextUlid = monotonicFactory(randomFraction);

export const newId: NewId = (prefix) => `${prefix}_${nextUlid()}`;

/** Time in ms since the epoch at which an id was made. */
export function timeOfId(id: string): number {
  return decodeTime(id.slice(id.indexOf('_') + 1));
}
