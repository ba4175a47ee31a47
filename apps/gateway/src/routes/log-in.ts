import { AppError } from '@outreach/errors';
import { subjectOf } from '../clients/access-tokens.ts';
import type { RouteDeps } from '../deps.ts';
import { guardLogIn } from '../domain/rate-limits/guard-log-in.ts';
import { rateLimited } from '../domain/rate-limits/rate-limited.ts';
import type { Decision } from '../domain/rate-limits/rate-limiter.ts';
import { userCredentialUse, type LimitedUser } from '../domain/rate-limits/which-limits.ts';
import { addressKeyOf } from '../http/exchange.ts';
import { present } from './wire.ts';

interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

type Attempt = () => Promise<{ readonly tokens: Tokens | undefined }>;

type LogInReply =
  | { readonly status: 200; readonly body: Tokens }
  | { readonly status: 401; readonly body: { readonly detail: string } };

/** A success counts in the user's own limit, and is refused over it; a wrong credential answers 401 with `detail`. */
export async function logIn(
  deps: RouteDeps,
  { username, attempt }: { username: string; attempt: Attempt },
): Promise<LogInReply> {
  return withDetail(async () => {
    const tokens = await guarded(deps, username, attempt);
    await admitUser(deps, subjectOf(tokens.access));
    return tokens;
  });
}

/**
 * A refresh that was handed out here counts before it is tried: refused afterwards, its client would hold a token
 * that has rotated away. One that is new to this process counts when its user is known, and passes.
 */
export async function refreshTokens(
  deps: RouteDeps,
  { refresh, attempt }: { refresh: string; attempt: Attempt },
): Promise<LogInReply> {
  const { limiter, refreshOwners } = deps.services;
  const owner = refreshOwners.ownerOf(refresh);
  const counted = owner === undefined ? undefined : await admitUser(deps, owner);
  return withDetail(async () => {
    try {
      const tokens = await guarded(deps, undefined, attempt);
      if (counted === undefined) await limiter.admit([userCredentialUse(subjectOf(tokens.access))]);
      return tokens;
    } catch (thrown) {
      if (counted !== undefined && owner !== undefined)
        await limiter.release([userCredentialUse(owner)], counted);
      throw thrown;
    }
  });
}

async function guarded(deps: RouteDeps, username: string | undefined, attempt: Attempt): Promise<Tokens> {
  const { exchange, services } = deps;
  const { tokens } = await guardLogIn(services.limiter, {
    addressKey: addressKeyOf(exchange),
    username,
    attempt,
    onDecision: (decision) => {
      exchange.decision = decision;
    },
  });
  const { access, refresh } = present(tokens);
  services.refreshOwners.remember(refresh, subjectOf(access));
  return { access, refresh };
}

/** @throws AppError resource_exhausted when the user's limit is full. */
async function admitUser({ exchange, services }: RouteDeps, user: LimitedUser): Promise<Decision> {
  const decision = await services.limiter.admit([userCredentialUse(user)]);
  if (decision.ok) return decision;
  exchange.decision = decision;
  throw rateLimited(decision);
}

async function withDetail(attempt: () => Promise<Tokens>): Promise<LogInReply> {
  try {
    return { status: 200, body: await attempt() };
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.kind !== 'unauthenticated') throw thrown;
    return { status: 401, body: { detail: thrown.message } };
  }
}
