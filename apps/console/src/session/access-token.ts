/** What the console reads of an access token. Its signature is checked by the gateway alone. */
export interface AccessToken {
  readonly text: string;
  readonly userId: string;
  readonly role: string;
  readonly scopes: ReadonlySet<string>;
  readonly expiresAtMs: number;
}

/** Parses the claims of a token. @throws Error for a text that is no token. */
export function parseAccessToken(text: string): AccessToken {
  const claims: unknown = JSON.parse(decodePart(text.split('.')[1] ?? ''));
  if (typeof claims !== 'object' || claims === null) throw new Error('The access token has no claims.');
  const { sub, role, scope, exp } = { sub: '', role: '', scope: '', exp: 0, ...claims };
  return {
    text,
    userId: sub,
    role,
    scopes: new Set(scope.split(' ')),
    expiresAtMs: exp * 1_000,
  };
}

/** Base64url to text. */
function decodePart(part: string): string {
  const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
  return new TextDecoder().decode(bytes);
}
