import { authErrors } from '@outreach/contracts-auth';
import { routesFor } from '@outreach/http-kit';
import { id, text } from '@outreach/http-kit/fields';
import { z } from 'zod';
import type { Backends } from '../clients/backends.ts';
import { withCode, type LogInPorts } from './log-in.ts';
import { EXAMPLE_ULID, type RouteContext } from './route.ts';

const route = routesFor<RouteContext<Pick<Backends, 'auth'> & LogInPorts>>();

/** A code has six digits, a recovery code 19 characters. */
export const CODE_MAX = 32;

const Secret = z
  .object({
    secret: z.string().describe('The secret, as base 32, for apps that cannot read the address.'),
    otpauth_url: z.string().describe('The address that authenticator apps read, usually from a QR code.'),
  })
  .meta({ id: 'TotpSecret' });
const Codes = z
  .object({
    recovery_codes: z
      .array(z.string())
      .describe('Each one replaces a code once, when the app is lost. They are shown only here.'),
  })
  .meta({ id: 'RecoveryCodes' });
const CodeBody = z
  .object({ code: text(CODE_MAX).describe('Six digits of the authenticator app, or a recovery code.') })
  .meta({ id: 'TotpCode' });

const shared = {
  tags: ['users'],
  scope: 'any-credential',
  isForUsers: true,
  limits: ['login', 'login_address'],
} as const;
const codes = Array.from({ length: 10 }, () => 'abcd-efgh-ijkl-mnop');

/** Time-based codes (RFC 6238) beside the passwords of users. */
export const secondFactorRoutes = [
  route({
    method: 'post',
    path: '/api/v1/users/me/totp/',
    operationId: 'createTotp',
    summary: 'Make a secret for an authenticator app',
    description:
      'For the user who is logged in; an API key gets a 403. Nothing changes until the secret is confirmed, and an earlier secret is void.',
    tags: ['users'],
    scope: 'any-credential',
    isForUsers: true,
    idempotent: true,
    responses: { 200: Secret },
    errors: [authErrors.totpEnabled, authErrors.usersOnly],
    example: {
      responses: {
        200: {
          secret: 'VBJZXHR6UMPOJFCRIXRNWKE2XYFQWFPF',
          otpauth_url:
            'otpauth://totp/Outreach:maria%40example.com?secret=VBJZXHR6UMPOJFCRIXRNWKE2XYFQWFPF&issuer=Outreach',
        },
      },
    },
    handle: async ({ ctx }, { auth }) => {
      const { secret, otpauth_url } = await auth.createTotp(ctx, {});
      return { status: 200, body: { secret, otpauth_url } };
    },
  }),
  route({
    ...shared,
    method: 'post',
    path: '/api/v1/users/me/totp/confirm/',
    operationId: 'confirmTotp',
    summary: 'Turn the second factor on',
    description:
      'From now on, log-ins of the user require `code`. A wrong code counts as a failed log-in of the user.',
    idempotent: true,
    body: CodeBody,
    responses: { 200: Codes },
    errors: [authErrors.totpNotStarted, authErrors.totpEnabled, authErrors.usersOnly],
    example: { body: { code: '750232' }, responses: { 200: { recovery_codes: codes } } },
    handle: async ({ ctx, body }, { auth, limiter }, exchange) => {
      const attempt = async () => auth.confirmTotp(ctx, body);
      const { recovery_codes } = await withCode(limiter, { userId: ctx.principal.id, attempt, exchange });
      return { status: 200, body: { recovery_codes } };
    },
  }),
  route({
    ...shared,
    method: 'delete',
    path: '/api/v1/users/me/totp/',
    operationId: 'deleteTotp',
    summary: 'Turn the second factor off',
    description:
      'A wrong code counts as a failed log-in of the user. A user without a second factor gets a 404.',
    body: CodeBody,
    responses: { 204: null },
    errors: [authErrors.usersOnly],
    example: { body: { code: '750232' }, responses: {} },
    handle: async ({ ctx, body }, { auth, limiter }, exchange) => {
      const attempt = async () => auth.deleteTotp(ctx, body);
      await withCode(limiter, { userId: ctx.principal.id, attempt, exchange });
      return { status: 204 };
    },
  }),
  route({
    method: 'delete',
    path: '/api/v1/users/{user_id}/totp/',
    operationId: 'resetTotp',
    summary: 'Turn the second factor of a user off',
    description: 'For a user who has lost the app and the recovery codes. Only an owner can do it.',
    tags: ['users'],
    scope: ['admin:keys'],
    params: z.object({ user_id: id('usr').describe('Id of the user.') }),
    responses: { 204: null },
    errors: [authErrors.ownersOnly],
    example: { params: { user_id: `usr_${EXAMPLE_ULID}` }, responses: {} },
    handle: async ({ ctx, params: { user_id } }, { auth }) => {
      await auth.resetTotp(ctx, { user_id });
      return { status: 204 };
    },
  }),
];
