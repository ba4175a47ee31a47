import { campaignErrors } from '@outreach/contracts-campaigns';
import { OAUTH_PROVIDERS } from '@outreach/contracts-campaigns/oauth';
import { describedBy, maskOf } from '@outreach/contracts-common';
import { invalidField } from '@outreach/errors';
import { routesFor } from '@outreach/http-kit';
import { httpUrl, id, optional, TEXT_MAX } from '@outreach/http-kit/fields';
import { z } from 'zod';
import type { Backends } from '../clients/backends.ts';
import { completeConsent, CONNECTED_PAGE, CONSENT_DEADLINE_MS, isPageStatus } from './complete-consent.ts';
import { EXAMPLE_TIME, EXAMPLE_ULID, requirePresent, type RouteContext } from './route.ts';
import { Account, ACCOUNT_OBJECTS, accountFields, toAccountInput } from './sending-account-records.ts';

const returnUrl = optional(httpUrl, { type: 'string', format: 'uri', maxLength: TEXT_MAX.url }).describe(
  'Where the browser goes after the consent, with `account_id` or `error` added. Its origin is one of `CORS_ORIGINS`, or that of `PUBLIC_BASE_URL`.',
);

/** The fields of an account that a consent creates: the provider decides about the others. */
const { imap: _imap, provider: _provider, oauth: _oauth, ...consentFields } = accountFields;

const OAuthStartBody = z
  .object({
    provider: z.enum(OAUTH_PROVIDERS).describe('The provider of the mailbox.'),
    account: z
      .object(describedBy(Account, consentFields))
      .meta({ id: 'OAuthAccountCreate' })
      .optional()
      .describe('Fields of the account, if the mailbox has none yet.'),
    return_url: returnUrl,
  })
  .meta({ id: 'OAuthStart' });

const OAuthReconnectBody = z.object({ return_url: returnUrl }).meta({ id: 'OAuthReconnect' });

const OAuthStarted = z
  .object({
    authorization_url: z.string().describe('The page of the provider that asks the owner of the mailbox.'),
    expires_at: z.iso.datetime().describe('Until then the consent can be given, once.'),
  })
  .meta({ id: 'OAuthStarted' });

/** The settings of consents. */
export interface OAuthPorts {
  /** Origins that a consent may return to. */
  readonly returnOrigins: ReadonlySet<string>;
}

const route = routesFor<RouteContext<OAuthPorts & Pick<Backends, 'auth' | 'campaigns'>>>();

const writes = { tags: ['sending-accounts'], scope: ['campaigns:write'] } as const;
const page = { contentType: 'text/html; charset=utf-8' };
const started = {
  authorization_url: 'https://accounts.google.com/o/oauth2/v2/auth?client_id=outreach&response_type=code',
  expires_at: EXAMPLE_TIME,
};

export const oauthRoutes = [
  route({
    ...writes,
    method: 'post',
    path: '/api/v1/sending-accounts/oauth/start/',
    operationId: 'startOAuth',
    summary: 'Connect a mailbox by OAuth 2.0',
    description:
      'Returns the page of the provider on which the owner of the mailbox consents. After the consent the account of the mailbox is created, or the existing account of its address is connected.',
    idempotent: true,
    body: OAuthStartBody,
    responses: { 200: OAuthStarted },
    errors: [campaignErrors.providerNotConfigured],
    example: {
      body: { provider: 'google', account: { from_name: 'Sales', daily_limit: 30 } },
      responses: { 200: started },
    },
    handle: async ({ ctx, body }, { campaigns, returnOrigins }) => {
      const { provider, account = {}, return_url } = body;
      const reply = await campaigns.startOAuth(ctx, {
        provider,
        account: toAccountInput(account),
        mask: maskOf(account, ACCOUNT_OBJECTS),
        return_url: checkedUrl(return_url, returnOrigins),
      });
      return { status: 200, body: toStarted(reply) };
    },
  }),
  route({
    ...writes,
    method: 'post',
    path: '/api/v1/sending-accounts/{account_id}/oauth/reconnect/',
    operationId: 'reconnectOAuth',
    summary: 'Connect a sending account again',
    description:
      'As the start of a consent, for an account that exists: for example after its consent was revoked. The mailbox must have the address of the account.',
    idempotent: true,
    params: z.object({ account_id: id('acc').describe('Id of the account.') }),
    body: OAuthReconnectBody,
    responses: { 200: OAuthStarted },
    errors: [campaignErrors.providerNotConfigured],
    example: {
      params: { account_id: `acc_${EXAMPLE_ULID}` },
      body: {},
      responses: { 200: started },
    },
    handle: async ({ ctx, params: { account_id }, body: { return_url } }, { campaigns, returnOrigins }) => {
      const checked = checkedUrl(return_url, returnOrigins);
      const reply = await campaigns.reconnectOAuth(ctx, { id: account_id, return_url: checked });
      return { status: 200, body: toStarted(reply) };
    },
  }),
  route({
    method: 'get',
    path: '/oauth/callback/',
    operationId: 'completeOAuth',
    summary: 'Return from the consent of a provider',
    description:
      'Providers send the browser here. Redirects to `return_url` with `account_id`, or with `error`: `access_denied`, `other_mailbox`, `exchange_failed` or `invalid_id_token`. Without `return_url` it answers with a page. A state that is unknown, used or expired answers 400.',
    tags: ['sending-accounts'],
    scope: 'public',
    limits: ['address'],
    deadlineMs: CONSENT_DEADLINE_MS,
    query: z.object({
      state: z.string().optional().describe('The state of the consent, from its start.'),
      code: z.string().optional().describe('The code of the provider.'),
      error: z.string().optional().describe('The error of the provider, in place of the code.'),
    }),
    responses: {
      200: { ...page, description: 'The mailbox is connected', example: CONNECTED_PAGE },
      302: null,
      400: { ...page, description: 'The mailbox is not connected' },
    },
    example: { query: { state: 'tCb1', code: '4/0Ab' }, responses: { 200: CONNECTED_PAGE } },
    handle: async ({ ctx, query: { state } }, ports, { req }) => {
      const [, search = ''] = (req.url ?? '').split('?', 2);
      const { status, body, headers } = await completeConsent(ports, { ctx, state, search });
      return isPageStatus(status) ? { status, body, headers } : { status, headers };
    },
  }),
];

/** @throws AppError invalid_argument if the consent may not return there. */
function checkedUrl(url: string | null | undefined, returnOrigins: ReadonlySet<string>): string | undefined {
  if (url === null || url === undefined) return undefined;
  if (returnOrigins.has(new URL(url).origin)) return url;
  throw invalidField('return_url', 'return_url must have an origin that the operator allows.');
}

interface StartedMessage {
  readonly authorization_url: string;
  readonly expires_at?: Date | undefined;
}

function toStarted({ authorization_url, expires_at }: StartedMessage): z.output<typeof OAuthStarted> {
  return { authorization_url, expires_at: requirePresent(expires_at).toISOString() };
}
