import { AppError } from '@outreach/errors';
import { routesFor } from '@outreach/http-kit';
import { text } from '@outreach/http-kit/fields';
import { z } from 'zod';
import type { Backends } from '../clients/backends.ts';
import { endedSessionCookie, refreshOf, sessionCookie } from '../console/session-cookie.ts';
import { Detail, password, secondFactorCode, USERNAME_MAX } from './auth.ts';
import { logIn, refreshTokens, type LogInPorts, type Tokens } from './log-in.ts';
import type { HttpExchange, RouteContext } from './route.ts';

export interface ConsoleSessionPorts {
  /** True if the public address of the gateway has https. */
  readonly isPublicOverHttps: boolean;
}

type Ports = Pick<Backends, 'auth'> & LogInPorts & ConsoleSessionPorts;

const route = routesFor<RouteContext<Ports>>();

/** A form of another site cannot send it, and a script of another site may not. */
const HEADER = 'X-Outreach-Console';

const LogInRequest = z.object({
  username: text(USERNAME_MAX),
  password,
  code: secondFactorCode,
});
const AccessToken = z.object({ access: z.string() });

const shared = { tags: ['auth'], scope: 'public', isUndocumented: true } as const;
const headers = { [HEADER]: '1', Cookie: 'outreach_refresh=otr_5Wq0' };
const NO_SESSION = { status: 401, body: { detail: 'There is no session; log in.' } } as const;

/** The session of the console: the refresh token is a cookie that no script can read. */
export const consoleSessionRoutes = [
  route({
    ...shared,
    method: 'post',
    path: '/console/session/',
    operationId: 'createConsoleSession',
    summary: 'Log in to the console',
    limits: ['login', 'login_address'],
    body: LogInRequest,
    responses: { 200: AccessToken, 401: Detail },
    example: {
      headers,
      body: { username: 'owner@example.com', password: 'correct horse battery' },
      responses: {},
    },
    handle: async ({ ctx, body: { username, password, code } }, ports, exchange) => {
      requireConsole(exchange);
      const attempt = async () =>
        ports.auth.createToken(ctx, { username, password, code: code ?? undefined });
      const reply = await logIn(ports, { username, attempt, exchange });
      return reply.status === 200 ? sessionReply(reply.body, isSecure(ports, exchange)) : reply;
    },
  }),
  route({
    ...shared,
    method: 'post',
    path: '/console/session/refresh/',
    operationId: 'refreshConsoleSession',
    summary: 'Refresh the session of the console',
    limits: ['login_address'],
    responses: { 200: AccessToken, 401: Detail },
    example: { headers, responses: {} },
    handle: async ({ ctx }, ports, exchange) => {
      requireConsole(exchange);
      const refresh = refreshOf(exchange.req.headers.cookie);
      if (refresh === undefined) return NO_SESSION;
      const attempt = async () => ports.auth.refreshToken(ctx, { refresh });
      const reply = await refreshTokens(ports, { refresh, attempt, exchange });
      if (reply.status === 200) return sessionReply(reply.body, isSecure(ports, exchange));
      return { ...reply, headers: { 'Set-Cookie': endedSessionCookie(isSecure(ports, exchange)) } };
    },
  }),
  route({
    ...shared,
    method: 'get',
    path: '/console/session/methods/',
    operationId: 'getLogInMethods',
    summary: 'How people can log in to the console, beside passwords',
    responses: { 200: z.object({ oidc: z.boolean() }) },
    example: { responses: { 200: { oidc: true } } },
    handle: async ({ ctx }, { auth }) => {
      const { oidc } = await auth.getLogInMethods(ctx, {});
      return { status: 200, body: { oidc } };
    },
  }),
  route({
    ...shared,
    method: 'delete',
    path: '/console/session/',
    operationId: 'deleteConsoleSession',
    summary: 'Log out of the console',
    responses: { 204: null },
    example: { headers, responses: {} },
    handle: async ({ ctx }, ports, exchange) => {
      requireConsole(exchange);
      const refresh = refreshOf(exchange.req.headers.cookie);
      if (refresh !== undefined) await ports.auth.revokeToken(ctx, { refresh });
      return { status: 204, headers: { 'Set-Cookie': endedSessionCookie(isSecure(ports, exchange)) } };
    },
  }),
];

/** @throws AppError permission_denied without the header of the console. */
function requireConsole({ req }: HttpExchange): void {
  if (req.headers[HEADER.toLowerCase()] === undefined)
    throw new AppError('permission_denied', `The header ${HEADER} is required.`);
}

/** True if cookies need the attribute Secure. */
export function isSecure({ isPublicOverHttps }: ConsoleSessionPorts, exchange: HttpExchange): boolean {
  return isPublicOverHttps || exchange.isSecure;
}

function sessionReply({ access, refresh }: Tokens, hasHttps: boolean) {
  return {
    status: 200,
    body: { access },
    headers: { 'Set-Cookie': sessionCookie(refresh, hasHttps) },
  } as const;
}
