import type { PageMeta, PageRequest } from '@outreach/contracts-common';
import { AppError } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';

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
 * The name of an enum value in responses: `ROW_STATUS_CREATED` with the prefix `ROW_STATUS` is `created`.
 * @throws AppError internal for a value that this version of the gateway does not have.
 */
export function toName<Name extends string>(names: readonly Name[], prefix: string, value: string): Name {
  return requirePresent(names.find((name) => `${prefix}_${name.toUpperCase()}` === value));
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

/** The context of a call with a deadline of its own, in an answer that can take longer than one call. */
export function withDeadline(ctx: CallContext, deadlineMs: number): CallContext {
  return { ...ctx, deadlineAtMs: Date.now() + deadlineMs };
}

/** A timestamp of a response; null when absent. */
export function toTime(date: Date | undefined): string | null {
  return date === undefined ? null : date.toISOString();
}

/** A timestamp that the contract requires. */
export function toRequiredTime(date: Date | undefined): string {
  return requirePresent(date).toISOString();
}
