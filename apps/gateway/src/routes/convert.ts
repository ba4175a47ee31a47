import type { PageMeta, PageRequest } from '@outreach/contracts-common';
import { AppError } from '@outreach/errors';

/** A message that the contract always sends; without it the backend is at fault. */
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

/** The members that a PATCH carries, for the mask of its message. */
export function maskOf(body: object): string[] {
  return Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

/** A moment as REST shows it; null when it never came. */
export function toTime(date: Date | undefined): string | null {
  return date === undefined ? null : date.toISOString();
}

/** A moment that the contract always sends. */
export function toRequiredTime(date: Date | undefined): string {
  return requirePresent(date).toISOString();
}
