import { isRole, ROLE_SCOPES } from '@outreach/contracts-auth';
import { routesFor } from '@outreach/http-kit';
import { documentedAs, optionalText, text } from '@outreach/http-kit/fields';
import { withoutNull } from '@outreach/values';
import { z } from 'zod';
import type { Backends } from '../clients/backends.ts';
import { logIn, refreshTokens, type LogInPorts } from './log-in.ts';
import type { RouteContext } from './route.ts';
import { CODE_MAX } from './second-factor.ts';

const USERNAME = /^[A-Za-z0-9._@+-]{1,120}$/;
export const PASSWORD_BYTES_MAX = 1_024;

export const role = z.enum(Object.keys(ROLE_SCOPES).filter(isRole));

/** The name of a user; a log-in also accepts a text that no user can have as a name. */
export const username = documentedAs(
  z.string().regex(USERNAME, 'must be 1 to 120 of letters, digits and . _ @ + -'),
  { type: 'string', pattern: USERNAME.source },
);

/** A password of a user. The minimum length is a rule for new passwords only. */
export const password = documentedAs(
  text(PASSWORD_BYTES_MAX).refine(
    (value) => Buffer.byteLength(value) <= PASSWORD_BYTES_MAX,
    `must be at most ${PASSWORD_BYTES_MAX} bytes long`,
  ),
  { type: 'string', minLength: 1, maxLength: PASSWORD_BYTES_MAX },
);

const route = routesFor<RouteContext<Pick<Backends, 'auth'> & LogInPorts>>();

export const USERNAME_MAX = 120;
/** Longer than any workspace id, which has 29 characters. */
const WORKSPACE_ID_MAX = 64;

/** The code of a second factor. */
export const secondFactorCode = optionalText(CODE_MAX).describe(
  'Of the second factor of the user: six digits of the authenticator app, or a recovery code.',
);

const TokenRequest = z
  .object({
    username: text(USERNAME_MAX),
    password,
    workspace_id: optionalText(WORKSPACE_ID_MAX),
    code: secondFactorCode,
  })
  .meta({ id: 'LogIn' });
/** A token of any length is looked up by its digest: a wrong one is a 401, however long it is. */
const RefreshRequest = z
  .object({ refresh: z.string().min(1, 'must not be empty') })
  .meta({ id: 'RefreshToken' });
export const TokenPair = z
  .object({
    access: z.string().describe('The access token, valid for 15 minutes.'),
    refresh: z.string().describe('The refresh token. Use it once.'),
  })
  .meta({ id: 'TokenPair' });
export const Detail = z
  .object({
    detail: z.string().describe('The cause of the failed log-in.'),
    second_factor: z
      .literal('totp')
      .optional()
      .describe('Present if the password is right, and `code` is missing or wrong.'),
  })
  .meta({ id: 'Detail' });

export const pairExample = { access: 'eyJhbGciOiJFZERTQSIs…', refresh: 'otr_5Wq0…' };
const limits = ['login', 'login_address'];

export const authRoutes = [
  route({
    method: 'post',
    path: '/api/v1/auth/token/',
    operationId: 'createToken',
    summary: 'Log in',
    description:
      'Returns an access token, valid for 15 minutes, and a refresh token. Failed attempts count in the rate limits `login` (user name and address) and `login_address`; over a limit the right password is refused too. `workspace_id` is optional and must be the workspace of the user. A user with a second factor sends its `code`: without it, the right password answers 401 with `second_factor`, which is no failed attempt; a wrong code is one.',
    tags: ['auth'],
    scope: 'public',
    limits,
    body: TokenRequest,
    responses: { 200: TokenPair, 401: Detail },
    example: {
      body: { username: 'owner@example.com', password: 'correct horse battery' },
      responses: { 200: pairExample, 401: { detail: 'The user name or the password is wrong.' } },
    },
    handle: async ({ ctx, body }, ports, exchange) => {
      const attempt = async () => ports.auth.createToken(ctx, withoutNull(body));
      return logIn(ports, { username: body.username, attempt, exchange });
    },
  }),
  route({
    method: 'post',
    path: '/api/v1/auth/token/refresh/',
    operationId: 'refreshToken',
    summary: 'Refresh tokens',
    description:
      'Exchanges a refresh token for a new access token and a new refresh token. A refresh token is used once: using it again revokes all tokens of its log-in, except within 10 seconds, for concurrent refreshes of one client.',
    tags: ['auth'],
    scope: 'public',
    limits: ['login_address'],
    body: RefreshRequest,
    responses: { 200: TokenPair, 401: Detail },
    example: {
      body: { refresh: pairExample.refresh },
      responses: { 200: pairExample, 401: { detail: 'The refresh token is not valid.' } },
    },
    handle: async ({ ctx, body: { refresh } }, ports, exchange) => {
      const attempt = async () => ports.auth.refreshToken(ctx, { refresh });
      return refreshTokens(ports, { refresh, attempt, exchange });
    },
  }),
  route({
    method: 'post',
    path: '/api/v1/auth/token/revoke/',
    operationId: 'revokeToken',
    summary: 'Revoke a refresh token',
    description: 'Revokes all refresh tokens of the log-in that this token belongs to.',
    tags: ['auth'],
    scope: 'public',
    body: RefreshRequest,
    responses: { 204: null },
    example: { body: { refresh: pairExample.refresh }, responses: {} },
    handle: async ({ ctx, body }, { auth }) => {
      await auth.revokeToken(ctx, { refresh: body.refresh });
      return { status: 204 };
    },
  }),
];
