import type { PasswordResetPorts } from './ports.ts';
import { bindingOf } from './reset-token.ts';

/** The life of a token. */
export const RESET_MS = 30 * 60 * 1_000;
/** Letters to a user in an hour. */
export const LETTERS_PER_HOUR = 3;

/** Part of a transaction: queues a letter to the address of an active user. Without one, or over the limit, it does nothing. */
export async function writeLetter(
  ports: Pick<PasswordResetPorts, 'users' | 'tokens' | 'mail' | 'clock'>,
  username: string,
): Promise<void> {
  const { tokens, clock } = ports;
  const { directory } = ports.users;
  const { letters, quota, linkTokens, linkTo } = ports.mail;
  const known = await directory.findByUsername(username);
  const user = known === undefined ? undefined : await directory.lock(known.id);
  if (user?.is_active !== true || user.email === null) return;
  if ((await quota.take(user.id, LETTERS_PER_HOUR)) !== undefined) return;
  const token = linkTokens.newToken();
  const id = linkTokens.digest('password_reset', token);
  const expiresAt = new Date(clock.now() + RESET_MS);
  const owner = { user_id: user.id, workspace_id: user.workspace_id };
  await tokens.insert({ id, ...owner, bound_to: bindingOf(user), expires_at: expiresAt });
  const text = [
    `A new password was requested for the user ${user.username} of Outreach. To set it, open this link within 30 minutes:`,
    linkTo('/reset', token),
    'The link works once. If you did not request it, ignore this email: the password has not changed.',
  ].join('\n\n');
  await letters.add({
    workspaceId: user.workspace_id,
    purpose: 'password_reset',
    tokenDigest: id,
    letter: { to: user.email, subject: 'Your new password for Outreach', text },
    expiresAt,
  });
}
