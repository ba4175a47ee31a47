import { hash } from 'node:crypto';
import type { StartOidcLogInRequest, StartOidcLogInResponse } from '@outreach/contracts-auth/gen/auth.ts';
import { CONSOLE_STATE } from '@outreach/contracts-auth/oidc';
import type { OidcPorts } from './ports.ts';

/** The time to log in at the provider. */
export const FLOW_MS_MAX = 10 * 60_000;
const SECRET_BYTES = 32;
/** A secret of SECRET_BYTES. */
const SECRET = /^[\w-]{43}$/;

/** Starts a log-in. Its state is stored as a digest and works once, in the browser that has the secret. */
export async function startLogIn(
  { flows, provider, randomBytes, clock }: OidcPorts,
  { browser: known, is_for_console: isForConsole }: StartOidcLogInRequest,
): Promise<StartOidcLogInResponse> {
  const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');
  const browser = known !== undefined && SECRET.test(known) ? known : newSecret();
  const state = `${isForConsole ? CONSOLE_STATE : ''}${newSecret()}`;
  const [nonce, codeVerifier] = [newSecret(), newSecret()];
  const authorizationUrl = await provider.authorizationUrl({ state, nonce, codeVerifier });
  await flows.insert({
    id: digestOf(state),
    browser_digest: digestOf(browser),
    nonce,
    code_verifier: codeVerifier,
    expires_at: new Date(clock.now() + FLOW_MS_MAX),
  });
  return { authorization_url: authorizationUrl, browser };
}

/** SHA-256, hex: secrets are stored as digests. */
export function digestOf(secret: string): string {
  return hash('sha256', secret, 'hex');
}
