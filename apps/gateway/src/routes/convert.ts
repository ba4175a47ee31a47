import type { PageMeta, PageRequest } from '@outreach/contracts-common';
import { AppError } from '@outreach/errors';

/** @throws AppError internal if a backend left out a message that the contract requires. */
export function requirePresent<T>(message: T | undefined): T {
  if (message === undefined) {
    throw new AppError('internal', 'An unexpected error occurred.', {
      privateText: 'A backend left out a message.',
    });
  }
  return message;
}

/**
 * The name of an enum value in responses.
 * @throws AppError internal for a value that this version of the gateway does not have.
 */
export function toName<Value, Name>(names: ReadonlyMap<Value, Name>, value: Value): Name {
  return requirePresent(names.get(value));
}

export function toPageRequest(query: {
  readonly page_size: number;
  readonly cursor?: string | undefined;
}): PageRequest {
  return { page_size: query.page_size, cursor: query.cursor ?? '' };
}

export function toMeta(meta: PageMeta | undefined): { next_cursor: string | null; has_more: boolean } {
  return { next_cursor: meta?.next_cursor ?? null, has_more: meta?.has_more ?? false };
}

/** A timestamp of a response; null when absent. */
export function toTime(date: Date | undefined): string | null {
  return date === undefined ? null : date.toISOString();
}

/** A timestamp that the contract requires. */
export function toRequiredTime(date: Date | undefined): string {
  return requirePresent(date).toISOString();
}
