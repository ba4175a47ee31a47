import { campaignErrors } from '@outreach/contracts-campaigns';
import type { CompleteOAuthResponse } from '@outreach/contracts-campaigns/gen/sending_accounts.ts';
import type { OAuthError } from '@outreach/contracts-campaigns/oauth';
import { AppError } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import { issuedTokens, mailboxOf, OAuthFailed, type OAuthProvider } from '../oauth/index.ts';
import type { AccountChange, ConnectedMailbox, OAuthFlow, OAuthFlowPorts } from './ports.ts';
import { flowIdOf } from './start-flow.ts';

/** The request of the callback. */
export interface Callback {
  readonly state: string;
  /** The parameters that the provider has added. */
  readonly query: string;
}

type Mailbox = Pick<ConnectedMailbox, 'email' | 'grant'>;
/** The mailbox that the owner has consented to, or the reason of the failure. */
export type Consent = Mailbox | OAuthError;

/** Part of a transaction: uses the state. @throws AppError invalid_argument if it is not one of this principal. */
export async function takeFlow(
  { flows }: Pick<OAuthFlowPorts, 'flows'>,
  { principal }: CallContext,
  { state }: Callback,
): Promise<void> {
  const flow = await flows.take(flowIdOf(state));
  const isOwn = flow?.principal_type === principal.type && flow.principal_id === principal.id;
  if (!isOwn) throw campaignErrors.invalidOAuthState.make();
}

/** Exchanges the code and reads the ID token. Writes nothing. */
export async function readConsent(ports: OAuthFlowPorts, callback: Callback): Promise<Consent> {
  const flow = await requireFlow(ports, callback);
  const provider = ports.providers.find(flow.provider);
  if (provider === undefined) return 'exchange_failed';
  try {
    return await exchange(ports, { flow, provider, callback });
  } catch (thrown) {
    if (!(thrown instanceof OAuthFailed)) throw thrown;
    const { failure } = thrown;
    return failure === 'access_denied' || failure === 'invalid_id_token' ? failure : 'exchange_failed';
  }
}

async function exchange(
  { servers, redirectUri, clock }: OAuthFlowPorts,
  {
    flow,
    provider,
    callback: { state, query },
  }: { readonly flow: OAuthFlow; readonly provider: OAuthProvider; readonly callback: Callback },
): Promise<Consent> {
  const { nonce, code_verifier: codeVerifier } = flow;
  const callbackUrl = new URL(redirectUri);
  callbackUrl.search = query;
  const at = new Date(clock.now());
  const checks = { callbackUrl, state, nonce, codeVerifier };
  const { answer, claims } = await servers.exchange(provider, checks);
  const email = mailboxOf(provider, claims);
  if (email === undefined) return 'invalid_id_token';
  // Without a refresh token the account would end with its access token.
  if (answer.refreshToken === null) return 'exchange_failed';
  const issued = issuedTokens(answer, answer.refreshToken, at);
  const scopes = answer.scopes ?? provider.scopes;
  return { email, grant: { provider: provider.name, subject: claims.sub, scopes, ...issued } };
}

/** Part of a transaction: creates or connects the account. @throws AppError invalid_argument if it was deleted. */
export async function completeFlow(
  ports: OAuthFlowPorts & { readonly toFields: (flow: OAuthFlow) => AccountChange },
  ctx: CallContext,
  { callback, consent }: { readonly callback: Callback; readonly consent: Consent },
): Promise<CompleteOAuthResponse> {
  const flow = await requireFlow(ports, callback);
  const { account_id: accountId } = flow;
  const return_url = flow.return_url ?? undefined;
  if (typeof consent === 'string') return { return_url, error: consent };
  try {
    const fields = ports.toFields(flow);
    const connected = await ports.accounts.connect(ctx, { ...consent, accountId, fields });
    const error = connected === undefined ? 'other_mailbox' : undefined;
    return { return_url, account_id: connected, error };
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.kind === 'not_found')
      throw campaignErrors.invalidOAuthState.make();
    throw thrown;
  }
}

async function requireFlow(
  { flows }: Pick<OAuthFlowPorts, 'flows'>,
  { state }: Callback,
): Promise<OAuthFlow> {
  const flow = await flows.find(flowIdOf(state));
  if (flow === undefined) throw campaignErrors.invalidOAuthState.make();
  return flow;
}
