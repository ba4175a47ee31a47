import { authErrors } from '@outreach/contracts-auth';
import { notFound } from '@outreach/errors';
import type { CallContext, Clock } from '@outreach/service-kit';
import type { Audit } from '../audit-log/index.ts';
import type { FactorOwner, FactorUsers, SecondFactorStore } from './ports.ts';
import {
  newRecoveryCode,
  RECOVERY_CODES,
  recoveryDigest,
  useCode,
  type SecondFactor,
} from './second-factor.ts';
import { newTotpSecret, otpauthUrl } from './totp.ts';

export interface FactorPorts {
  readonly users: FactorUsers;
  readonly factors: SecondFactorStore;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Uint8Array;
}

/**
 * Part of a transaction: makes a secret that has no effect until it is confirmed; an earlier one is void.
 * @throws AppError permission_denied for a key; conflict with reason `totp_enabled`.
 */
export async function createTotp(
  ports: FactorPorts,
  ctx: CallContext,
): Promise<{ readonly secret: string; readonly otpauth_url: string }> {
  const user = await lockCaller(ports, ctx);
  if ((await ports.factors.find(user.id))?.is_confirmed === true) throw authErrors.totpEnabled.make();
  const secret = newTotpSecret();
  await ports.factors.save({
    user_id: user.id,
    secret,
    is_confirmed: false,
    last_step: 0,
    recovery_digests: [],
  });
  return { secret, otpauth_url: otpauthUrl(user.username, secret) };
}

/**
 * Part of a transaction: log-ins require a code from now on. Returns the recovery codes.
 * @throws AppError permission_denied for a key; conflict with reason `totp_not_started` or `totp_enabled`;
 * unauthenticated for a wrong code.
 */
export async function confirmTotp(
  ports: FactorPorts,
  ctx: CallContext,
  code: string,
): Promise<readonly string[]> {
  const user = await lockCaller(ports, ctx);
  const factor = await ports.factors.find(user.id);
  if (factor === undefined) throw authErrors.totpNotStarted.make();
  if (factor.is_confirmed) throw authErrors.totpEnabled.make();
  const used = requireCode(ports, factor, code);
  const codes = Array.from({ length: RECOVERY_CODES }, () => newRecoveryCode(ports.randomBytes));
  await ports.factors.save({ ...used, is_confirmed: true, recovery_digests: codes.map(recoveryDigest) });
  await ports.audit.record(ctx, 'user.totp_enabled', user);
  return codes;
}

/**
 * Part of a transaction: ends the second factor of the caller.
 * @throws AppError permission_denied for a key; not_found without a second factor; unauthenticated for a wrong code.
 */
export async function deleteTotp(ports: FactorPorts, ctx: CallContext, code: string): Promise<void> {
  const user = await lockCaller(ports, ctx);
  const factor = await ports.factors.find(user.id);
  if (factor?.is_confirmed !== true) throw notFound();
  requireCode(ports, factor, code);
  await ports.factors.remove(user.id);
  await ports.audit.record(ctx, 'user.totp_disabled', user);
}

/**
 * Part of a transaction: an owner ends the second factor of a user who has lost it.
 * @throws AppError permission_denied; not_found for an unknown user, or one without a second factor.
 */
export async function resetTotp(ports: FactorPorts, ctx: CallContext, userId: string): Promise<void> {
  const user = await ports.users.findOwn(userId);
  if (user === undefined) throw notFound();
  const { type, role } = ctx.principal;
  if (type !== 'user' || role !== 'owner') throw authErrors.ownersOnly.make();
  await ports.users.lock(user.id);
  if (!(await ports.factors.remove(user.id))) throw notFound();
  await ports.audit.record(ctx, 'user.totp_disabled', user);
}

async function lockCaller({ users }: FactorPorts, { principal }: CallContext): Promise<FactorOwner> {
  const user = principal.type === 'user' ? await users.lock(principal.id) : undefined;
  if (user === undefined) throw authErrors.usersOnly.make();
  return user;
}

function requireCode({ clock }: FactorPorts, factor: SecondFactor, code: string): SecondFactor {
  const used = useCode(factor, code, clock.now());
  if (used === undefined) throw authErrors.badCode.make();
  return used;
}
