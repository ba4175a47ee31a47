import { createHash } from 'node:crypto';
import { campaignErrors } from '@outreach/contracts-campaigns';
import type { StartOAuthResponse } from '@outreach/contracts-campaigns/gen/sending_accounts.ts';
import { OAUTH_PROVIDERS } from '@outreach/contracts-campaigns/oauth';
import { AppError, invalidField } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import type { ProviderName } from '../oauth/index.ts';
import type { AccountChange, OAuthFlow, OAuthFlowPorts } from './ports.ts';

const FLOW_MS_MAX = 10 * 60_000;

/** A new account, as the request describes it. */
export interface NewMailbox extends Pick<OAuthFlow, 'input' | 'mask' | 'return_url'> {
  readonly provider: string;
  readonly fields: AccountChange;
}

/**
 * Starts the consent of the owner of a mailbox. @throws AppError invalid_argument; failed_precondition with code
 * `provider_not_configured`.
 */
export async function startFlow(
  ports: OAuthFlowPorts,
  ctx: CallContext,
  { provider, fields, ...flow }: NewMailbox,
): Promise<StartOAuthResponse> {
  const name = OAUTH_PROVIDERS.find((one) => one === provider);
  if (name === undefined)
    throw invalidField('provider', `provider must be one of ${OAUTH_PROVIDERS.join(', ')}.`);
  await checkFields(ports, fields);
  return begin(ports, ctx, { ...flow, provider: name, account_id: null, loginHint: undefined });
}

/** The fields are below `account` in the request. */
async function checkFields({ accounts }: OAuthFlowPorts, fields: AccountChange): Promise<void> {
  try {
    await accounts.check(fields);
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    const errors = thrown.errors.map(({ field, message }) => ({
      field: `account.${field}`,
      message: `account.${message}`,
    }));
    const { field, message } = errors[0] ?? thrown;
    throw new AppError(thrown.kind, message, { ...(field !== undefined && { field }), errors });
  }
}

/**
 * Starts the consent for an account that exists. @throws AppError not_found; failed_precondition with code
 * `provider_not_configured`.
 */
export async function reconnectFlow(
  ports: OAuthFlowPorts,
  ctx: CallContext,
  { id, return_url }: { readonly id: string } & Pick<OAuthFlow, 'return_url'>,
): Promise<StartOAuthResponse> {
  const account = await ports.accounts.require(id);
  const wanted = account.oauth?.provider ?? account.provider;
  const provider = OAUTH_PROVIDERS.find((one) => one === wanted);
  if (provider === undefined)
    throw campaignErrors.providerNotConfigured.make({ details: { provider: wanted } });
  const none = { input: new Uint8Array(), mask: [] };
  return begin(ports, ctx, { ...none, return_url, provider, account_id: id, loginHint: account.email });
}

/** The id under which a consent is stored: whoever reads the database learns no state. */
export function flowIdOf(state: string): string {
  return createHash('sha256').update(state).digest('hex');
}

interface NewFlow extends Pick<OAuthFlow, 'input' | 'mask' | 'return_url' | 'account_id'> {
  readonly provider: ProviderName;
  readonly loginHint: string | undefined;
}

async function begin(
  { flows, providers, servers, newSecret, redirectUri, clock }: OAuthFlowPorts,
  { workspaceId, principal }: CallContext,
  { loginHint, ...flow }: NewFlow,
): Promise<StartOAuthResponse> {
  const provider = providers.require(flow.provider);
  const [state, nonce, codeVerifier] = [newSecret(), newSecret(), newSecret()];
  const expires_at = new Date(clock.now() + FLOW_MS_MAX);
  await flows.insert({
    ...flow,
    id: flowIdOf(state),
    workspace_id: workspaceId,
    principal_type: principal.type,
    principal_id: principal.id,
    nonce,
    code_verifier: codeVerifier,
    expires_at,
  });
  const request = { redirectUri, state, nonce, codeVerifier, loginHint };
  return { authorization_url: await servers.authorizationUrl(provider, request), expires_at };
}
