import { authErrors } from '@outreach/contracts-auth';
import type { CompleteOidcLogInRequest } from '@outreach/contracts-auth/gen/auth.ts';
import type { CallContext } from '@outreach/service-kit';
import { normaliseEmail } from '@outreach/values';
import type { TokenPair } from '../tokens/index.ts';
import { emailKey, type User } from '../users/index.ts';
import type { IdentityClaims, OidcPorts } from './ports.ts';
import { digestOf } from './start-log-in.ts';

/**
 * Ends a log-in: the state is used up, the code exchanged, and the confirmed address finds its user, or the pending
 * invitation that creates one. The provider vouches for the person, so no second factor is asked for.
 * @throws AppError unauthenticated for every refusal; conflict when the username of a new user is taken; unavailable
 * when the provider does not answer.
 */
export async function completeLogIn(
  ports: OidcPorts,
  ctx: CallContext,
  { state, browser, query }: CompleteOidcLogInRequest,
): Promise<TokenPair> {
  const { flows, provider } = ports;
  const flow = await flows.take(digestOf(state));
  // A log-in that another browser has started would log this one in as another person.
  if (flow === undefined || browser === undefined || digestOf(browser) !== flow.browser_digest)
    throw authErrors.oidcState.make();
  const { nonce, code_verifier: codeVerifier } = flow;
  const address = confirmedAddress(await provider.exchange({ state, nonce, codeVerifier, query }));
  const tokens = (await logInAs(ports, ctx, address)) ?? (await ports.invitations.acceptFor(ctx, address));
  if (tokens === undefined) throw authErrors.oidcNoUser.make();
  return tokens;
}

/** @throws AppError unauthenticated unless the provider has verified the address. */
export function confirmedAddress({ email, email_verified: isVerified }: IdentityClaims): string {
  // Microsoft Entra ID sends mapped claims as texts.
  const isConfirmed = isVerified === true || isVerified === 'true';
  const address = typeof email === 'string' && isConfirmed ? normaliseEmail(email) : undefined;
  if (address === undefined) throw authErrors.oidcUnverified.make();
  return address;
}

/** Undefined if no active user has the address. @throws AppError unauthenticated if several have it. */
async function logInAs(
  { users, startSession, unitOfWork }: OidcPorts,
  ctx: CallContext,
  address: string,
): Promise<TokenPair | undefined> {
  return unitOfWork(async () => {
    const [found, ...others] = await users.findActiveByEmail(address);
    if (others.length > 0) throw authErrors.oidcSeveralUsers.make();
    const user = found === undefined ? undefined : await users.lock(found.id);
    return isUserOf(user, address) ? startSession(ctx, user) : undefined;
  });
}

function isUserOf(user: User | undefined, address: string): user is User {
  return user?.is_active === true && user.email !== null && emailKey(user.email) === address;
}
