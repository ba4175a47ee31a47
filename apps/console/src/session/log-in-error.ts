/** The reasons of refused log-ins by the identity provider, in words that say what to do. */
const TEXTS: Readonly<Record<string, string>> = {
  oidc_state: 'The log-in was used before, has expired, or was started in another browser. Start again.',
  oidc_denied: 'Your organisation did not allow the log-in.',
  oidc_invalid: 'The answer of your organisation is not valid. Start again.',
  oidc_unverified: 'Your organisation does not confirm an email address of yours.',
  oidc_no_user: 'No active user and no pending invitation has your email address. Ask for an invitation.',
  oidc_several_users: 'Several active users have your email address. Ask an administrator.',
  oidc_several_invitations:
    'Several invitations of your email address are pending. Open the link of the one that you accept.',
  oidc_unavailable: 'The server of your organisation does not answer. Try again later.',
  duplicate_username: 'Another user has your email address as its user name. Ask an administrator.',
  resource_exhausted: 'Too many log-ins. Wait a minute.',
};
const OTHER = 'The log-in by your organisation failed. Start again.';

/** Why a log-in by the identity provider has led back to the log-in page; undefined if none has. */
export function logInErrorAt({ search }: Pick<Location, 'search'>): string | undefined {
  const reason = new URLSearchParams(search).get('log_in_error');
  if (reason === null) return undefined;
  return (Object.hasOwn(TEXTS, reason) ? TEXTS[reason] : undefined) ?? OTHER;
}
