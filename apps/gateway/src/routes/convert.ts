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
