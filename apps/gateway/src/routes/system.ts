import { z } from 'zod';
import { AppError } from '@outreach/errors';
import { routesFor } from '@outreach/http-kit';
import type { Backends, BackendName } from '../clients/backends.ts';
import { reasonNotReady } from '../clients/readiness.ts';
import type { RouteContext } from './route.ts';

/** The state of the gateway and of its backends. */
export interface ReadinessPorts {
  /** Names of the backends that do not answer. */
  readonly missingBackends: () => Promise<readonly BackendName[]>;
  readonly isStopping: () => boolean;
}

const route = routesFor<RouteContext<Pick<Backends, 'auth'> & ReadinessPorts>>();

const JWKS_AGE_SECONDS = 300;

const Health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });
const Readiness = z
  .object({ status: z.enum(['ok', 'degraded']), missing: z.array(z.string()) })
  .meta({ id: 'Readiness' });
const JwkSet = z
  .object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.string() })) })
  .meta({ id: 'JwkSet' });

const jwkExample = {
  kid: '2026-01',
  kty: 'OKP',
  crv: 'Ed25519',
  alg: 'EdDSA',
  use: 'sig',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
};
const OK = { status: 'ok' } as const;
const shared = { method: 'get', tags: ['system'], scope: 'public' } as const;

export const systemRoutes = [
  route({
    ...shared,
    path: '/.well-known/jwks.json',
    operationId: 'getJwks',
    summary: 'Public keys of access tokens',
    responses: { 200: JwkSet },
    example: { responses: { 200: { keys: [jwkExample] } } },
    handle: async ({ ctx }, { auth }) => {
      const { jwks_json } = await auth.getJwks(ctx, {});
      const headers = { 'Cache-Control': `public, max-age=${JWKS_AGE_SECONDS}` };
      return { status: 200, body: JwkSet.parse(JSON.parse(jwks_json)), headers };
    },
  }),
  route({
    ...shared,
    path: '/healthz',
    operationId: 'getHealth',
    summary: 'Whether the process lives',
    responses: { 200: Health },
    example: { responses: { 200: { status: 'ok' } } },
    handle: async () => ({ status: 200, body: OK }),
  }),
  route({
    ...shared,
    path: '/readyz',
    operationId: 'getReadiness',
    summary: 'Whether requests can be served',
    description:
      'Names the parts that do not answer. The rest goes on without them, all but auth: without it, and while shutting down, 503.',
    responses: { 200: Readiness },
    example: { responses: { 200: { status: 'ok', missing: [] } } },
    handle: async (_request, { missingBackends, isStopping }) => {
      const missing = await missingBackends();
      const reason = isStopping() ? 'shutting down' : reasonNotReady(missing);
      if (reason !== undefined) throw new AppError('unavailable', `Not ready: ${reason}.`);
      const status = missing.length === 0 ? ('ok' as const) : ('degraded' as const);
      return { status: 200, body: { status, missing: [...missing] } };
    },
  }),
];
