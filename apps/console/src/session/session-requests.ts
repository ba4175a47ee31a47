const SESSION = '/console/session/';
/** No form and no page of another site can send this header. */
const HEADERS = { 'X-Outreach-Console': '1' };

interface SessionErrorDetails {
  readonly retryAfterSeconds?: number;
  readonly needsCode?: boolean;
}

/** A refused request for a session. */
export class SessionError extends Error {
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  /** True if the password is right, and the code of the second factor is missing or wrong. */
  readonly needsCode: boolean;

  constructor(status: number, message: string, details: SessionErrorDetails = {}) {
    super(message);
    this.name = 'SessionError';
    this.status = status;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.needsCode = details.needsCode === true;
  }
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Of the second factor; empty without one. */
  readonly code?: string;
}

/** Logs in and returns the access token. @throws SessionError with the reason of the API. */
export async function requestLogIn(credentials: Credentials): Promise<string> {
  const body = JSON.stringify(credentials);
  const headers = { ...HEADERS, 'Content-Type': 'application/json' };
  return accessOf(await fetch(SESSION, { method: 'POST', headers, body }));
}

/** Exchanges the cookie for an access token. @throws SessionError with status 401 when the session has ended. */
export async function requestRefresh(): Promise<string> {
  return accessOf(await fetch(`${SESSION}refresh/`, { method: 'POST', headers: HEADERS }));
}

export async function requestLogOut(): Promise<void> {
  const response = await fetch(SESSION, { method: 'DELETE', headers: HEADERS });
  if (!response.ok) throw await errorOf(response);
}

/**
 * How people can log in, beside passwords: `oidc` is true for the identity provider of the installation.
 * @throws SessionError with the reason of the API.
 */
export async function requestLogInMethods(): Promise<{ readonly oidc: boolean }> {
  const response = await fetch(`${SESSION}methods/`);
  if (!response.ok) throw await errorOf(response);
  return { oidc: fieldOf(await response.json(), 'oidc') === true };
}

/** Creates the invited user. @throws SessionError with the reason of the API. */
export async function requestAcceptance(
  token: string,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<void> {
  await post('/api/v1/auth/invitations/accept/', { token, username, password });
}

/** Sends a letter with a link to the user, if the user exists. @throws SessionError with the reason of the API. */
export async function requestResetLetter(username: string): Promise<void> {
  await post('/api/v1/auth/password/forgot/', { username });
}

/** Sets a new password by the token of a letter. @throws SessionError with the reason of the API. */
export async function requestReset(token: string, password: string): Promise<void> {
  await post('/api/v1/auth/password/reset/', { token, password });
}

async function post(path: string, body: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw await errorOf(response);
}

async function accessOf(response: Response): Promise<string> {
  if (!response.ok) throw await errorOf(response);
  const access = fieldOf(await response.json(), 'access');
  if (typeof access !== 'string')
    throw new SessionError(response.status, 'The response has no access token.');
  return access;
}

async function errorOf(response: Response): Promise<SessionError> {
  const body: unknown = await response.json().catch(() => undefined);
  const message = fieldOf(body, 'detail') ?? fieldOf(fieldOf(body, 'error'), 'message');
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  const text = typeof message === 'string' ? message : `The server answered with status ${response.status}.`;
  return new SessionError(response.status, text, {
    needsCode: fieldOf(body, 'second_factor') === 'totp',
    ...(Number.isNaN(wait) ? {} : { retryAfterSeconds: wait }),
  });
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
