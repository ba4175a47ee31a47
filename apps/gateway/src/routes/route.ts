import type { PageMeta, PageRequest } from '@outreach/contracts-common';
import { AppError } from '@outreach/errors';
import { routesFor } from '@outreach/http-kit';
import { id } from '@outreach/http-kit/fields';
import type { CallContext } from '@outreach/service-kit';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Backends } from '../clients/backends.ts';
import type { Caller } from '../credentials/caller.ts';
import type { Decision } from '../rate-limits/rate-limiter.ts';

/** The part of the HTTP exchange that some handlers use. */
export interface HttpExchange {
  readonly req: IncomingMessage;
  /** Address of the client. */
  readonly address: string;
  /** True if the client uses https, also if a trusted proxy ends it. */
  readonly isSecure: boolean;
  /** Undefined on a public route. */
  readonly caller: Caller | undefined;
  /** The decision that the rate headers show; undefined shows the limit of the address. */
  decision: Decision | undefined;
}

/** The types that the handlers of a table receive: their ports, and the exchange. */
export interface RouteContext<Ports> {
  readonly ports: Ports;
  readonly exchange: HttpExchange;
}

/** Makes a route whose handler calls backends. */
export const route = routesFor<RouteContext<Backends>>();

/** Scopes that may read contacts; a 403 names the first. */
export const CONTACT_READERS = ['contacts:read', 'contacts:write'] as const;

/** ULIDs of the examples. */
export const EXAMPLE_ULID = '01J9Z3K8Q4N5R6S7T8V9W0X1Y2';
export const EXAMPLE_TIME = '2026-01-31T09:30:00.000Z';

/** A list that has one page, in examples. */
export function onePage<Item>(...data: Item[]): {
  data: Item[];
  meta: { next_cursor: null; has_more: boolean };
} {
  return { data, meta: { next_cursor: null, has_more: false } };
}

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

export const campaignParams = z.object({ campaign_id: id('cmp').describe('Id of the campaign.') });
export const contactParams = z.object({ contact_id: id('ct').describe('Id of the contact.') });
export const sequenceParams = z.object({ sequence_id: id('seq').describe('Id of the sequence.') });
