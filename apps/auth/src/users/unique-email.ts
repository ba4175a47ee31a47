import { authErrors } from '@outreach/contracts-auth';
import { normaliseEmail } from '@outreach/values';
import type { UserPorts } from './ports.ts';
import type { User } from './user.ts';

/** Two addresses with the same key are the same address. */
export function emailKey(email: string): string {
  return normaliseEmail(email) ?? email.toLowerCase();
}

/**
 * Part of a transaction: the user with `unique_email` as the rule requires it. An email that did not change keeps its
 * state, so that users who shared one before the rule began can still be changed.
 * @throws AppError conflict with reason `duplicate_email`.
 */
export async function claimEmail(ports: UserPorts, after: User, before?: User): Promise<User> {
  const isSame = before?.email === after.email && before.is_active === after.is_active;
  if (isSame) return after;
  const { email } = after;
  if (!ports.hasUniqueEmails || !after.is_active || email === null) return { ...after, unique_email: null };
  const key = emailKey(email);
  const others = await ports.users.findActiveByEmail(key);
  if (others.some(({ id }) => id !== after.id)) throw authErrors.duplicateEmail.make({ field: 'email' });
  return { ...after, unique_email: key };
}
