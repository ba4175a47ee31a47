import {
  RETENTION_DAYS_MAX,
  RETENTION_DEFAULTS,
  type RetentionRecord,
} from '@outreach/contracts-campaigns/retention';
import { invalidField } from '@outreach/errors';

const DAY_MS = 86_400_000;

/** How long a workspace keeps its records, and what has been applied of it. */
export interface Retention extends RetentionRecord {
  /** Grows with each change. */
  readonly version: number;
  /** The latest time before which emails have been deleted; null if never. */
  readonly sends_deleted_before: Date | null;
  /** The days that the stored texts of the inbox have as their end. */
  readonly applied_inbox_days: number;
}

export const RETENTION_OF_NEW_WORKSPACE: Retention = {
  ...RETENTION_DEFAULTS,
  version: 0,
  sends_deleted_before: null,
  applied_inbox_days: RETENTION_DEFAULTS.inbox_days,
};

/** @throws AppError invalid_argument on the field that is out of range. */
export function requireRetention(given: RetentionRecord): void {
  const least = { sends_days: 0, timeline_days: 0, inbox_days: 1 };
  for (const field of ['sends_days', 'timeline_days', 'inbox_days'] as const) {
    const days = given[field];
    if (!Number.isInteger(days) || days < least[field] || days > RETENTION_DAYS_MAX)
      throw invalidField(field, `${field} must be ${least[field]} to ${RETENTION_DAYS_MAX}.`);
  }
}

/** The time before which records have expired; undefined if they are kept for ever. */
export function expiredBefore(days: number, nowMs: number): Date | undefined {
  return days === 0 ? undefined : new Date(nowMs - days * DAY_MS);
}

/**
 * The time from which all emails are kept; undefined while they are kept for ever. A longer time does not bring back
 * emails that a shorter one has deleted.
 */
export function sendsRetainedFrom(
  { sends_days: days, sends_deleted_before: deletedBefore }: Retention,
  nowMs: number,
): Date | undefined {
  const expired = expiredBefore(days, nowMs);
  if (expired === undefined || deletedBefore === null) return expired;
  return expired > deletedBefore ? expired : deletedBefore;
}
