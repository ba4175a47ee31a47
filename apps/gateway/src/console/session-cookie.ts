const NAME = 'outreach_refresh';
const PATH = '/console/session/';
/** The life of an unused refresh token. */
const AGE_SECONDS = 604_800;
const VALUE = new RegExp(`(?:^|;\\s*)${NAME}=([^;\\s]+)`);

/** The refresh token in a header Cookie. */
export function refreshOf(cookieHeader: string | undefined): string | undefined {
  return VALUE.exec(cookieHeader ?? '')?.[1];
}

/** Set-Cookie with the refresh token. Scripts cannot read it, and requests from other sites do not send it. */
export function sessionCookie(refresh: string, isSecure: boolean): string {
  return cookie(refresh, AGE_SECONDS, isSecure);
}

/** Set-Cookie that removes the refresh token. */
export function endedSessionCookie(isSecure: boolean): string {
  return cookie('', 0, isSecure);
}

function cookie(value: string, ageSeconds: number, isSecure: boolean): string {
  const attributes = [`Path=${PATH}`, `Max-Age=${ageSeconds}`, 'HttpOnly', 'SameSite=Strict'];
  return [`${NAME}=${value}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ');
}
