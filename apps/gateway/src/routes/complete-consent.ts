import { OAUTH_ERRORS, type OAuthError } from '@outreach/contracts-campaigns/oauth';
import { AppError, type ErrorKind } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import type { Backends } from '../clients/backends.ts';
import { page, PAGE_POLICY } from '../tracking/pages.ts';

/** The exchange of the code has 20 s, and the connection to the account follows. */
export const CONSENT_DEADLINE_MS = 33_000;
const QUERY_CHARACTERS_MAX = 8_192;

const HEADERS = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' };
/** The principal was deleted or deactivated, or may no longer write accounts. */
const REFUSALS: ReadonlySet<ErrorKind> = new Set(['unauthenticated', 'permission_denied', 'not_found']);

export const CONNECTED_PAGE = page({
  title: 'The mailbox is connected',
  content: '<p>You can close this page.</p>',
});
const UNKNOWN_STATE_PAGE = failurePage('The link is not known, was used before, or has expired.');
const ERROR_PAGES: Readonly<Record<OAuthError, string>> = {
  access_denied: failurePage('The access was not allowed.'),
  other_mailbox: failurePage('You have chosen another mailbox than the one of the account.'),
  exchange_failed: failurePage('The provider did not confirm the access.'),
  invalid_id_token: failurePage('The provider did not confirm the address of the mailbox.'),
};

function failurePage(reason: string): string {
  return page({
    title: 'The mailbox is not connected',
    content: `<p>${reason} Please start again.</p>`,
  });
}

export interface ConsentReply {
  readonly status: 200 | 302 | 400;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** True for a reply with a page. */
export function isPageStatus(status: ConsentReply['status']): status is 200 | 400 {
  return status !== 302;
}

export interface ConsentCallback {
  readonly ctx: CallContext;
  readonly state: string | undefined;
  /** The query without its question mark. */
  readonly search: string;
}

type Ports = Pick<Backends, 'auth' | 'campaigns'>;

/** Completes a consent on behalf of the principal that has started it, with the permissions that it has now. */
export async function completeConsent(ports: Ports, callback: ConsentCallback): Promise<ConsentReply> {
  const { ctx, state, search } = callback;
  if (state === undefined || search.length > QUERY_CHARACTERS_MAX) return toPage(400, UNKNOWN_STATE_PAGE);
  let returnUrl: string | undefined;
  try {
    const flow = await ports.campaigns.findOAuthFlow(ctx, { state });
    returnUrl = flow.return_url;
    const caller = await callerOf(ports, ctx, flow);
    const { account_id, error } = await ports.campaigns.completeOAuth(caller, { state, query: search });
    return toReply(returnUrl, account_id, error);
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    if (thrown.kind === 'invalid_argument') return toPage(400, UNKNOWN_STATE_PAGE);
    if (REFUSALS.has(thrown.kind)) return toReply(returnUrl, undefined, 'access_denied');
    throw thrown;
  }
}

interface StartedBy {
  readonly workspace_id: string;
  readonly principal_type: string;
  readonly principal_id: string;
}

/** The context of the principal. @throws AppError of auth if it is not valid any more. */
async function callerOf(
  { auth }: Pick<Ports, 'auth'>,
  ctx: CallContext,
  { workspace_id: workspaceId, principal_type: type, principal_id: id }: StartedBy,
): Promise<CallContext> {
  // A disconnected browser does not end the exchange: its code can be used only once.
  const shared = { ...ctx, workspaceId, signal: new AbortController().signal };
  if (type === 'user') {
    const { role, scopes, agency_id, workspace_id } = await auth.resolveUser(ctx, { user_id: id });
    return {
      ...shared,
      ...identity(agency_id, scopes),
      workspaceId: workspace_id,
      principal: { type, id, role },
    };
  }
  if (type !== 'api_key') throw new AppError('permission_denied', 'The principal cannot connect accounts.');
  const { scopes, agency_id } = await auth.resolveApiKey(ctx, { key_sha256: Buffer.alloc(0), key_id: id });
  return { ...shared, ...identity(agency_id, scopes), principal: { type, id, role: '' } };
}

function identity(agencyId = '', scopes: readonly string[]): Pick<CallContext, 'agencyId' | 'scopes'> {
  return { agencyId, scopes: new Set(scopes) };
}

function toReply(
  returnUrl: string | undefined,
  accountId: string | undefined,
  errorText: string | undefined,
): ConsentReply {
  const error = OAUTH_ERRORS.find((one) => one === errorText);
  if (returnUrl === undefined)
    return error === undefined ? toPage(200, CONNECTED_PAGE) : toPage(400, ERROR_PAGES[error]);
  const location = new URL(returnUrl);
  if (error === undefined) location.searchParams.set('account_id', accountId ?? '');
  else location.searchParams.set('error', error);
  return { status: 302, body: '', headers: { ...HEADERS, Location: location.href } };
}

function toPage(status: 200 | 400, body: string): ConsentReply {
  return { status, body, headers: { ...HEADERS, 'Content-Security-Policy': PAGE_POLICY } };
}
