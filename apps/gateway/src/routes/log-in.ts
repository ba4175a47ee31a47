import { AppError, invalidField } from '@outreach/errors';
import { subjectOf } from '../credentials/access-tokens.ts';
import { addressKey } from '../rate-limits/address-key.ts';
import { guardLogIn } from '../rate-limits/guard-log-in.ts';
import { loginUses, userCredentialUse, type LimitedUser } from '../rate-limits/limit-uses.ts';
import { rateLimited } from '../rate-limits/rate-limited.ts';
import type { Decision, RateLimiter } from '../rate-limits/rate-limiter.ts';
import type { RefreshTokenOwners } from '../rate-limits/refresh-token-owners.ts';
import { requirePresent, type HttpExchange } from './route.ts';

/** The rate limits of log-ins. */
export interface LogInPorts {
  readonly limiter: RateLimiter;
  readonly refreshTokenOwners: RefreshTokenOwners;
}

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

type Attempt = () => Promise<{ readonly tokens: Tokens | undefined }>;

interface Refused {
  readonly status: 401;
  /** `second_factor` when a code is missing or wrong. */
  readonly body: { readonly detail: string; readonly second_factor?: 'totp' };
}

type LogInReply = { readonly status: 200; readonly body: Tokens } | Refused;

export interface LogInRequest {
  /** Undefined for a link, which has a token instead. */
  readonly username: string | undefined;
  readonly attempt: Attempt;
  readonly exchange: HttpExchange;
}

/**
 * Exchanges a password for tokens. A success counts in the limit of the user and becomes a 429 beyond it. A wrong
 * credential is a 401 with `detail`.
 */
export async function logIn(ports: LogInPorts, request: LogInRequest): Promise<LogInReply> {
  const { exchange } = request;
  return withDetail(async () => {
    const tokens = await guarded(ports, request);
    await admitUser(ports.limiter, exchange, subjectOf(tokens.access));
    return tokens;
  });
}

export interface RefreshRequest extends Omit<LogInRequest, 'username'> {
  readonly refresh: string;
}

/**
 * Exchanges a refresh token. If this process issued the token, the refresh counts before the attempt: a 429 after the
 * attempt would leave the client with a rotated token. For another token it counts after the attempt, when its user is
 * known, and is not refused.
 */
export async function refreshTokens(ports: LogInPorts, request: RefreshRequest): Promise<LogInReply> {
  const { limiter, refreshTokenOwners } = ports;
  const { refresh, attempt, exchange } = request;
  const owner = refreshTokenOwners.ownerOf(refresh);
  const counted = owner === undefined ? undefined : await admitUser(limiter, exchange, owner);
  return withDetail(async () => {
    try {
      const tokens = await guarded(ports, { username: undefined, attempt, exchange });
      if (counted === undefined) await limiter.admit([userCredentialUse(subjectOf(tokens.access))]);
      return tokens;
    } catch (thrown) {
      if (counted !== undefined && owner !== undefined)
        await limiter.release([userCredentialUse(owner)], counted);
      throw thrown;
    }
  });
}

/** Uses the token of a link under the limits of failed log-ins. A wrong token is a 401 with `detail`. */
export async function withLink(
  limiter: RateLimiter,
  { attempt, exchange }: { readonly attempt: () => Promise<unknown>; readonly exchange: HttpExchange },
): Promise<{ readonly status: 204 } | Refused> {
  return replyDetail(async () => {
    await guardLogIn(limiter, { ...ofExchange(exchange), username: undefined, attempt });
    return { status: 204 } as const;
  });
}

export interface CodeRequest<Result> {
  readonly userId: string;
  readonly attempt: () => Promise<Result>;
  readonly exchange: HttpExchange;
}

/** Uses a code of the second factor under the limits of failed log-ins. @throws AppError invalid_argument on `code`. */
export async function withCode<Result>(
  limiter: RateLimiter,
  { userId, attempt, exchange }: CodeRequest<Result>,
): Promise<Result> {
  try {
    return await guardLogIn(limiter, {
      addressKey: addressKey(exchange.address),
      username: userId,
      attempt,
      // The headers show the limit of the credential, unless this one refuses.
      onDecision: (decision) => {
        if (!decision.ok) exchange.decision = decision;
      },
    });
  } catch (thrown) {
    const isWrong = thrown instanceof AppError && thrown.kind === 'unauthenticated';
    throw isWrong ? invalidField('code', thrown.message) : thrown;
  }
}

/**
 * Counts a request for a letter, or the start of a log-in elsewhere, like a failed log-in of its address.
 * @throws AppError resource_exhausted.
 */
export async function countLogInStart(limiter: RateLimiter, exchange: HttpExchange): Promise<void> {
  const decision = await limiter.admit(loginUses(addressKey(exchange.address), undefined));
  exchange.decision = decision;
  if (!decision.ok) throw rateLimited(decision);
}

async function guarded(
  { limiter, refreshTokenOwners }: LogInPorts,
  { username, attempt, exchange }: LogInRequest,
): Promise<Tokens> {
  const { tokens } = await guardLogIn(limiter, { ...ofExchange(exchange), username, attempt });
  const { access, refresh } = requirePresent(tokens);
  refreshTokenOwners.add(refresh, subjectOf(access));
  return { access, refresh };
}

/** The address, and the decision for the headers of the response. */
function ofExchange(exchange: HttpExchange) {
  return {
    addressKey: addressKey(exchange.address),
    onDecision: (decision: Decision): void => void (exchange.decision = decision),
  };
}

/** @throws AppError resource_exhausted when the limit of the user is full. */
async function admitUser(limiter: RateLimiter, exchange: HttpExchange, user: LimitedUser): Promise<Decision> {
  const decision = await limiter.admit([userCredentialUse(user)]);
  if (decision.ok) return decision;
  exchange.decision = decision;
  throw rateLimited(decision);
}

async function withDetail(attempt: () => Promise<Tokens>): Promise<LogInReply> {
  return replyDetail(async () => ({ status: 200, body: await attempt() }) as const);
}

async function replyDetail<Success>(attempt: () => Promise<Success>): Promise<Success | Refused> {
  try {
    return await attempt();
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.kind !== 'unauthenticated') throw thrown;
    const isSecondFactor = thrown.details['second_factor'] === 'totp';
    return {
      status: 401,
      body: { detail: thrown.message, ...(isSecondFactor && { second_factor: 'totp' }) },
    };
  }
}
