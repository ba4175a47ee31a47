import { CONSOLE_STATE } from '@outreach/contracts-auth/oidc';
import type { OidcPorts } from './ports.ts';

/** The time to log in at the provider. */
export const FLOW_MS_MAX = 10 * 60_000;
/** A secret of a browser, as `newSecret` makes it. */
const SECRET = /^[\w-]{43}$/;

export interface LogInStart {
  /** The secret of the browser from an earlier start, so that several tabs can log in. */
  readonly browser: string | undefined;
  readonly isForConsole: boolean;
}

export interface StartedLogIn {
  readonly authorizationUrl: string;
  readonly browser: string;
}

/** Starts a log-in. Its state is stored as a digest and works once, in the browser that has the secret. */
export async function startLogIn(
  { flows, provider, secrets, clock }: OidcPorts,
  { browser: known, isForConsole }: LogInStart,
): Promise<StartedLogIn> {
  const browser = known !== undefined && SECRET.test(known) ? known : secrets.newSecret();
  const state = `${isForConsole ? CONSOLE_STATE : ''}${secrets.newSecret()}`;
  const [nonce, codeVerifier] = [secrets.newSecret(), secrets.newSecret()];
  const authorizationUrl = await provider.authorizationUrl({ state, nonce, codeVerifier });
  await flows.insert({
    id: secrets.digest(state),
    browser_digest: secrets.digest(browser),
    nonce,
    code_verifier: codeVerifier,
    expires_at: new Date(clock.now() + FLOW_MS_MAX),
  });
  return { authorizationUrl, browser };
}
