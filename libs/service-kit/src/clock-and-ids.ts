import { monotonicFactory } from 'ulid';

/** Time in ms since the epoch. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Makes `<prefix>_<ULID>`; ids of one process sort in the order they were made. */
export type NewId = (prefix: string) => string;

const nextUlid = monotonicFactory();

export const newId: NewId = (prefix) => `${prefix}_${nextUlid()}`;

const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';

/** Matches the well-formed ids of a prefix. */
export function idPattern(prefix: string): RegExp {
  return new RegExp(`^${prefix}_${ULID}$`);
}
