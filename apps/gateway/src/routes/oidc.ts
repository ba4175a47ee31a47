import { authErrors } from '@outreach/contracts-auth';
import { CONSOLE_STATE } from '@outreach/contracts-auth/oidc';
import { AppError } from '@outreach/errors';
import { routesFor } from '@outreach/http-kit';
import { z } from 'zod';
import type { Backends } from '../clients/backends.ts';
import { browserCookie, browserOf } from '../console/browser-cookie.ts';
import { CONSOLE_PATH } from '../console/console-files.ts';
import { sessionCookie } from '../console/session-cookie.ts';
import { Detail, pairExample, TokenPair } from './auth.ts';
import { isSecure, type ConsoleSessionPorts } from './console-session.ts';
import { countLogInStart, logIn, type LogInPorts } from './log-in.ts';
import type { HttpExchange, RouteContext } from './route.ts';

type Ports = Pick<Backends, 'auth'> & LogInPorts & ConsoleSessionPorts;

const route = routesFor<RouteContext<Ports>>();

/** Four requests to the provider of at most five seconds each, and the work between them. */
const OIDC_DEADLINE_MS = 23_000;
const QUERY_CHARACTERS_MAX = 8_192;

const shared = {
  method: 'get',
  tags: ['auth'],
  scope: 'public',
  limits: ['login_address'],
  deadlineMs: OIDC_DEADLINE_MS,
} as const;
const HEADERS = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };

/** Log-ins by the OpenID Connect provider of the installation, in a browser. */
export const oidcRoutes = [
  route({
    ...shared,
    path: '/api/v1/auth/oidc/start/',
    operationId: 'startOidcLogIn',
    summary: 'Log in by the identity provider',
    description:
      'Redirects the browser to the OpenID Connect provider of the installation, and sets a cookie that binds the log-in to this browser for ten minutes. A start counts in `login_address`.',
    query: z.object({
      console: z
        .enum(['true', 'false'])
        .optional()
        .describe('`true` ends the log-in in the console, with its session.'),
    }),
    responses: { 302: null },
    errors: [authErrors.oidcNotConfigured],
    example: { responses: {} },
    handle: async ({ ctx, query }, ports, exchange) => {
      const isForConsole = query.console === 'true';
      try {
        await countLogInStart(ports.limiter, exchange);
        const browser = browserOf(exchange.req.headers.cookie);
        const started = await ports.auth.startOidcLogIn(ctx, { browser, is_for_console: isForConsole });
        const cookie = browserCookie(started.browser, isSecure(ports, exchange));
        const headers = { ...HEADERS, Location: started.authorization_url, 'Set-Cookie': cookie };
        return { status: 302, headers };
      } catch (thrown) {
        if (isForConsole && thrown instanceof AppError) return toConsole(reasonOf(thrown));
        throw thrown;
      }
    },
  }),
  route({
    ...shared,
    path: '/api/v1/auth/oidc/callback/',
    operationId: 'completeOidcLogIn',
    summary: 'Return from the identity provider',
    description:
      'The provider sends the browser here. Logs in the active user whose email the provider has verified, or creates the user of the pending invitation of that address; a second factor is not asked for. A log-in for the console redirects there, with its session cookie, or with the reason of a refusal as `log_in_error`. Works once, in the browser that has started the log-in. A refusal counts as a failed log-in of the client address.',
    query: z.object({
      state: z.string().optional().describe('The state of the log-in, from its start.'),
      code: z.string().optional().describe('The code of the provider.'),
      error: z.string().optional().describe('The error of the provider, in place of the code.'),
    }),
    responses: { 200: TokenPair, 302: null, 401: Detail },
    errors: [authErrors.oidcNotConfigured, authErrors.duplicateUsername, authErrors.duplicateEmail],
    example: {
      query: { state: 'tCb1', code: 'SplxlOBe' },
      responses: { 200: pairExample, 401: { detail: authErrors.oidcNoUser.message } },
    },
    handle: async ({ ctx, query: { state = '' } }, ports, exchange) => {
      const reply = state.startsWith(CONSOLE_STATE) ? completeForConsole : complete;
      return reply(ports, exchange, {
        attempt: async () => {
          const [, query = ''] = (exchange.req.url ?? '').split('?', 2);
          if (state === '' || query.length > QUERY_CHARACTERS_MAX) throw authErrors.oidcState.make();
          // A disconnected browser does not end the exchange: its code can be used only once.
          const own = { ...ctx, signal: new AbortController().signal };
          const browser = browserOf(exchange.req.headers.cookie);
          return ports.auth.completeOidcLogIn(own, { state, browser, query });
        },
      });
    },
  }),
];

interface Completion {
  readonly attempt: () => ReturnType<Backends['auth']['completeOidcLogIn']>;
}

async function complete(ports: Ports, exchange: HttpExchange, { attempt }: Completion) {
  const reply = await logIn(ports, { username: undefined, attempt, exchange });
  return { ...reply, headers: HEADERS };
}

/** A page of the console follows in every case, because a person looks at it. */
async function completeForConsole(ports: Ports, exchange: HttpExchange, { attempt }: Completion) {
  let reason = 'oidc_invalid';
  const observed = async () => {
    try {
      return await attempt();
    } catch (thrown) {
      if (thrown instanceof AppError) reason = reasonOf(thrown);
      throw thrown;
    }
  };
  try {
    const reply = await logIn(ports, { username: undefined, attempt: observed, exchange });
    if (reply.status !== 200) return toConsole(reason);
    const cookie = sessionCookie(reply.body.refresh, isSecure(ports, exchange));
    return toConsole(undefined, { 'Set-Cookie': cookie });
  } catch (thrown) {
    if (thrown instanceof AppError) return toConsole(reasonOf(thrown));
    throw thrown;
  }
}

function toConsole(reason: string | undefined, headers: Readonly<Record<string, string>> = {}) {
  const search = reason === undefined ? '' : `?${new URLSearchParams({ log_in_error: reason }).toString()}`;
  return { status: 302, headers: { ...HEADERS, ...headers, Location: `${CONSOLE_PATH}${search}` } } as const;
}

function reasonOf({ details, kind }: AppError): string {
  const { reason } = details;
  return typeof reason === 'string' ? reason : kind;
}
