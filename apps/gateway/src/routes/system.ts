import { z } from 'zod';
import { AppError } from '@outreach/errors';
import { route } from './route.ts';

const JWKS_AGE_SECONDS = 300;

const Health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });
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
    description: 'Not while shutting down, and not while a part of the service is away.',
    responses: { 200: Health },
    example: { responses: { 200: { status: 'ok' } } },
    handle: async (_request, { services }) => {
      const missing = await services.missingBackends();
      if (services.isStopping()) throw new AppError('unavailable', 'Not ready: shutting down.');
      if (missing.length > 0)
        throw new AppError('unavailable', `Not ready: no answer from ${missing.join(', ')}.`);
      return { status: 200, body: OK };
    },
  }),
];
