import { authErrors } from '@outreach/contracts-auth';
import type { ResetPasswordRequest } from '@outreach/contracts-auth/gen/auth.ts';
import type { CallContext } from '@outreach/service-kit';
import { checkPassword } from '../users/index.ts';
import type { PasswordResetPorts } from './ports.ts';
import { mayReset } from './reset-token.ts';

/**
 * Replaces the password of the user of a token, and ends all tokens of the user. The token is checked first, so that a
 * wrong one costs no password hash, and again in the transaction. A refused attempt leaves the token as it is.
 * @throws AppError unauthenticated for a wrong, used, expired or void token; invalid_argument for the password.
 */
export async function resetPassword(
  ports: PasswordResetPorts,
  ctx: CallContext,
  { token: text, password }: ResetPasswordRequest,
): Promise<void> {
  const { tokens, clock } = ports;
  const { directory, passwords, replacePassword } = ports.users;
  const id = ports.mail.linkTokens.digest('password_reset', text);
  const token = await tokens.findById(id);
  const user = token === undefined ? undefined : await directory.findById(token.user_id);
  if (token === undefined || !mayReset(token, user, clock.now())) throw authErrors.badResetToken.make();
  checkPassword(password);
  const hash = await passwords.hash(password);
  await ports.transactionIn(user.workspace_id, async () => {
    const current = await directory.lock(user.id);
    const isThere = (await tokens.findById(id)) !== undefined;
    if (!isThere || !mayReset(token, current, clock.now())) throw authErrors.badResetToken.make();
    for (const ended of await tokens.removeOfUser(user.id)) await ports.mail.letters.withdraw(ended);
    await replacePassword(ctx, { user: current, hash });
  });
}
