/** The link of a letter: an invitation, or a new password. */
export interface Letter {
  readonly kind: 'invite' | 'reset';
  readonly token: string;
}

/** The letter whose link the page was opened by. `/console/invite#token=otl_1` has the token `otl_1`. */
export function letterAt({
  pathname,
  hash,
}: {
  readonly pathname: string;
  readonly hash: string;
}): Letter | undefined {
  const kind = (['invite', 'reset'] as const).find(
    (name) => pathname.replace(/\/$/, '') === `/console/${name}`,
  );
  if (kind === undefined) return undefined;
  return { kind, token: new URLSearchParams(hash.slice(1)).get('token') ?? '' };
}
