import { routesFor } from '@outreach/http-kit';
import type { RouteDeps } from '../deps.ts';

/** Makes a row of the gateway's table. */
export const route = routesFor<RouteDeps>();

/** Scopes of reads that a writer may do as well; the first is the one a refusal names. */
export const CONTACT_READERS = ['contacts:read', 'contacts:write'] as const;

/** ULIDs of the examples. */
export const EXAMPLE_ULID = '01J9Z3K8Q4N5R6S7T8V9W0X1Y2';
export const EXAMPLE_TIME = '2026-01-31T09:30:00.000Z';
