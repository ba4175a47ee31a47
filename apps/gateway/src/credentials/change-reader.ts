import type { Clock } from '@outreach/service-kit';
import type { CredentialChange, Invalidation } from './caller.ts';

/** The changes are read again after this time, if a request needs a credential. */
const READ_EVERY_MS = 3_000;
/** A failed reading is repeated after this time. */
const RETRY_MS = 500;
/**
 * Without events a change is effective within five seconds: four until the changes are read again, and one to load the
 * new status.
 */
export const UNREAD_MS_MAX = 4_000;

export interface ChangeList {
  /** The last change of each credential that changed in the last minutes. */
  readonly changes: readonly CredentialChange[];
  /** True if there are more changes than auth lists. */
  readonly isTruncated: boolean;
}

export interface ChangeReaderPorts {
  /** Measures durations. */
  readonly timer: Clock;
  readonly listChanges: () => Promise<ChangeList>;
  readonly invalidate: (changes: readonly Invalidation[]) => void;
  readonly invalidateAll: () => void;
}

export interface ChangeReader {
  /** True if every change that is older than four seconds was applied. */
  isCurrent(): boolean;
  /** Reads the changes if that is due. Concurrent calls share a reading. Does not reject; use `isCurrent`. */
  read(): Promise<void>;
}

const NOTHING_TO_READ = Promise.resolve();

/** Reads the changes of credentials from auth, when requests need them, and applies each of them once. */
export function createChangeReader(ports: ChangeReaderPorts): ChangeReader {
  const { timer, listChanges, invalidate, invalidateAll } = ports;
  let readAtMs = -Infinity;
  let failedAtMs = -Infinity;
  let reading: Promise<void> | undefined;
  let appliedIds: ReadonlySet<string> = new Set();
  const isWithin = (ms: number, atMs: number): boolean => timer.now() - atMs < ms;
  const apply = ({ changes, isTruncated }: ChangeList): void => {
    if (isTruncated) invalidateAll();
    const applied = appliedIds;
    const added = changes.filter(({ changeId }) => !applied.has(changeId));
    if (added.length > 0) invalidate(added);
    appliedIds = new Set(changes.map(({ changeId }) => changeId));
  };
  const readOnce = async (): Promise<void> => {
    const startedAtMs = timer.now();
    try {
      apply(await listChanges());
      readAtMs = startedAtMs;
    } catch {
      // Statuses are loaded again while no changes can be read. The metrics of the calls show the failure.
      failedAtMs = timer.now();
    }
  };
  return {
    isCurrent: () => isWithin(UNREAD_MS_MAX, readAtMs),
    read: async () => {
      if (reading !== undefined) return reading;
      if (isWithin(READ_EVERY_MS, readAtMs) || isWithin(RETRY_MS, failedAtMs)) return NOTHING_TO_READ;
      reading = readOnce().finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
}
