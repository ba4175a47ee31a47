import { authErrors } from '@outreach/contracts-auth';
import { routesFor } from '@outreach/http-kit';
import { text } from '@outreach/http-kit/fields';
import { z } from 'zod';
import type { Backends } from '../clients/backends.ts';
import { Detail, pairExample, password, TokenPair, username } from './auth.ts';
import { countLogInStart, logIn, withLink, type LogInPorts } from './log-in.ts';
import type { RouteContext } from './route.ts';

const route = routesFor<RouteContext<Pick<Backends, 'auth'> & LogInPorts>>();

/** Longer than any token, which has 43 characters. */
const TOKEN_MAX = 512;

const token = text(TOKEN_MAX).describe('The token of the link.');
const newPassword = password.describe('12 to 1,024 bytes.');

const AcceptBody = z.object({ token, username, password: newPassword }).meta({ id: 'InvitationAcceptance' });
const ForgotBody = z.object({ username }).meta({ id: 'PasswordForgotten' });
const ResetBody = z.object({ token, password: newPassword }).meta({ id: 'PasswordReset' });

const shared = { tags: ['auth'], scope: 'public', method: 'post', limits: ['login_address'] } as const;
const EXAMPLE_TOKEN = '8xJb4mHq…';
const EXAMPLE_PASSWORD = 'correct horse battery';

/** The links of letters: their tokens replace a credential. */
export const letterRoutes = [
  route({
    ...shared,
    path: '/api/v1/auth/invitations/accept/',
    operationId: 'acceptInvitation',
    summary: 'Accept an invitation',
    description:
      'Creates the invited user and logs it in. A refused attempt leaves the invitation as it is; a wrong token counts as a failed log-in of the client address.',
    body: AcceptBody,
    responses: { 201: TokenPair, 401: Detail },
    errors: [authErrors.duplicateUsername, authErrors.duplicateEmail],
    example: {
      body: { token: EXAMPLE_TOKEN, username: 'maria@example.com', password: EXAMPLE_PASSWORD },
      responses: { 201: pairExample, 401: { detail: 'The invitation is invalid, used or expired.' } },
    },
    handle: async ({ ctx, body }, ports, exchange) => {
      const attempt = async () => ports.auth.acceptInvitation(ctx, body);
      const reply = await logIn(ports, { username: undefined, attempt, exchange });
      return reply.status === 200 ? { status: 201, body: reply.body } : reply;
    },
  }),
  route({
    ...shared,
    path: '/api/v1/auth/password/forgot/',
    operationId: 'requestPasswordReset',
    summary: 'Request a new password',
    description:
      'Sends a letter with a link to the email of the user, at most three in an hour. The answer is the same for every user name, known or not. A request counts in `login_address`.',
    body: ForgotBody,
    responses: { 200: z.object({}) },
    errors: [authErrors.mailNotConfigured],
    example: { body: { username: 'maria@example.com' }, responses: { 200: {} } },
    handle: async ({ ctx, body }, ports, exchange) => {
      await countLogInStart(ports.limiter, exchange);
      await ports.auth.requestPasswordReset(ctx, body);
      return { status: 200, body: {} };
    },
  }),
  route({
    ...shared,
    path: '/api/v1/auth/password/reset/',
    operationId: 'resetPassword',
    summary: 'Set a new password',
    description:
      'Exchanges the token of a letter, which is valid for 30 minutes and works once. All tokens of the user end. A refused attempt leaves the token as it is; a wrong token counts as a failed log-in of the client address.',
    body: ResetBody,
    responses: { 204: null, 401: Detail },
    example: {
      body: { token: EXAMPLE_TOKEN, password: EXAMPLE_PASSWORD },
      responses: { 401: { detail: 'The link is invalid, used or expired; request a new one.' } },
    },
    handle: async ({ ctx, body }, { auth, limiter }, exchange) => {
      const attempt = async () => auth.resetPassword(ctx, body);
      return withLink(limiter, { attempt, exchange });
    },
  }),
];
