import { documentedAs, text } from '@outreach/http-kit';
import { AppError } from '@outreach/errors';
import { z } from 'zod';
import { subjectOf } from '../clients/access-tokens.ts';
import type { RouteDeps } from '../deps.ts';
import { guardLogIn } from '../domain/rate-limits/guard-log-in.ts';
import { rateLimited } from '../domain/rate-limits/rate-limited.ts';
import { userCredentialUse } from '../domain/rate-limits/which-limits.ts';
import { addressKeyOf } from '../http/exchange.ts';
import { route } from './route.ts';
import { present } from './wire.ts';

const USERNAME_MAX = 120;
const PASSWORD_BYTES_MAX = 1_024;
const REFRESH_MAX = 512;
/** Ids have 29 characters; what is longer is no id of anybody. */
const WORKSPACE_ID_MAX = 64;

const secret = (bytesMax: number) =>
  documentedAs(
    text(bytesMax).refine(
      (value) => Buffer.byteLength(value) <= bytesMax,
      `must be at most ${bytesMax} bytes long`,
    ),
    { type: 'string', minLength: 1, maxLength: bytesMax },
  );

const TokenRequest = z.object({
  username: text(USERNAME_MAX),
  password: secret(PASSWORD_BYTES_MAX),
  workspace_id: z.string().max(WORKSPACE_ID_MAX).nullish(),
});
const RefreshRequest = z.object({ refresh: secret(REFRESH_MAX) });
const TokenPair = z.object({ access: z.string(), refresh: z.string() }).meta({ id: 'TokenPair' });
const Detail = z.object({ detail: z.string() }).meta({ id: 'Detail' });

const pairExample = { access: 'eyJhbGciOiJFZERTQSIs…', refresh: 'otr_5Wq0…' };
const limits = ['login', 'login_address'];

export const authRoutes = [
  route({
    method: 'post',
    path: '/api/v1/auth/token/',
    operationId: 'createToken',
    summary: 'Log in',
    description: 'Failed attempts are limited by user and address, and by address.',
    tags: ['auth'],
    scope: 'public',
    limits,
    body: TokenRequest,
    responses: { 200: TokenPair, 401: Detail },
    example: {
      body: { username: 'owner@example.com', password: 'correct horse battery' },
      responses: { 200: pairExample, 401: { detail: 'The user name or the password is wrong.' } },
    },
    handle: async ({ ctx, body }, deps) => {
      const { username, password, workspace_id } = body;
      const attempt = async () =>
        deps.auth.createToken(ctx, { username, password, workspace_id: workspace_id || undefined });
      return logIn(deps, { username, attempt });
    },
  }),
  route({
    method: 'post',
    path: '/api/v1/auth/token/refresh/',
    operationId: 'refreshToken',
    summary: 'Trade a refresh token for a new pair',
    description: 'The refresh token rotates: use the new one from then on.',
    tags: ['auth'],
    scope: 'public',
    limits: ['login_address'],
    body: RefreshRequest,
    responses: { 200: TokenPair, 401: Detail },
    example: {
      body: { refresh: pairExample.refresh },
      responses: { 200: pairExample, 401: { detail: 'The refresh token is not valid.' } },
    },
    handle: async ({ ctx, body }, deps) =>
      logIn(deps, {
        username: undefined,
        attempt: async () => deps.auth.refreshToken(ctx, { refresh: body.refresh }),
      }),
  }),
  route({
    method: 'post',
    path: '/api/v1/auth/token/revoke/',
    operationId: 'revokeToken',
    summary: 'End the family of a refresh token',
    tags: ['auth'],
    scope: 'public',
    body: RefreshRequest,
    responses: { 204: null },
    example: { body: { refresh: pairExample.refresh }, responses: {} },
    handle: async ({ ctx, body }, deps) => {
      await deps.auth.revokeToken(ctx, { refresh: body.refresh });
      return { status: 204 };
    },
  }),
];

interface Attempt {
  readonly username: string | undefined;
  readonly attempt: () => Promise<{ tokens: { access: string; refresh: string } | undefined }>;
}

/** A success counts in the user's own limit; a wrong credential answers 401 with `detail`. */
async function logIn(deps: RouteDeps, { username, attempt }: Attempt) {
  const { exchange, services } = deps;
  const onDecision = (decision: NonNullable<typeof exchange.decision>): void => {
    exchange.decision = decision;
  };
  try {
    const { tokens } = await guardLogIn(services.limiter, {
      addressKey: addressKeyOf(exchange),
      username,
      attempt,
      onDecision,
    });
    const { access, refresh } = present(tokens);
    const decision = await services.limiter.admit([userCredentialUse(subjectOf(access))]);
    if (!decision.ok) {
      exchange.decision = decision;
      throw rateLimited(decision);
    }
    return { status: 200 as const, body: { access, refresh } };
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.kind !== 'unauthenticated') throw thrown;
    return { status: 401 as const, body: { detail: thrown.message } };
  }
}
