import { z } from 'zod';
import { AppError } from '@outreach/errors';
import { routesFor } from '@outreach/http-kit';
import { reasonNotReady } from '../clients/readiness.ts';
import type { RouteContext } from './route.ts';

/** The state of the gateway and of its backends. */
export interface ReadinessPorts {
  /** Names of the backends that do not answer. */
  readonly missingBackends: () => Promise<readonly string[]>;
  readonly isStopping: () => boolean;
  /** The public keys, from the cache of the gateway. */
  readonly jwksDocument: () => Promise<string>;
}

const route = routesFor<RouteContext<ReadinessPorts>>();

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
    summary: 'Get public keys',
    description: 'The public keys that verify access tokens, as a JSON Web Key Set.',
    responses: { 200: JwkSet },
    example: { responses: { 200: { keys: [jwkExample] } } },
    handle: async (_request, { jwksDocument }) => {
      const headers = { 'Cache-Control': `public, max-age=${JWKS_AGE_SECONDS}` };
      return { status: 200, body: JwkSet.parse(JSON.parse(await jwksDocument())), headers };
    },
  }),
  route({
    ...shared,
    path: '/healthz',
    operationId: 'getHealth',
    summary: 'Check health',
    description: '200 while the process runs.',
    responses: { 200: Health },
    example: { responses: { 200: { status: 'ok' } } },
    handle: async () => ({ status: 200, body: OK }),
  }),
  route({
    ...shared,
    path: '/readyz',
    operationId: 'getReadiness',
    summary: 'Check readiness',
    description:
      'Names the backends that do not answer. Without auth, and during a shutdown, the response is 503; without another backend the remaining operations work.',
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
