const NAME = 'outreach_oidc';
const PATH = '/api/v1/auth/oidc/';
/** The life of a log-in at the identity provider. */
const AGE_SECONDS = 600;
const VALUE = new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{1,128})(?:;|$)`);

/** The secret of the browser in a header Cookie. */
export function browserOf(cookieHeader: string | undefined): string | undefined {
  return VALUE.exec(cookieHeader ?? '')?.[1];
}

/**
 * Set-Cookie with the secret of the browser that starts a log-in. Scripts cannot read it. The identity provider sends the
 * browser back from another site, so the cookie is lax.
 */
export function browserCookie(browser: string, isSecure: boolean): string {
  const attributes = [`Path=${PATH}`, `Max-Age=${AGE_SECONDS}`, 'HttpOnly', 'SameSite=Lax'];
  return [`${NAME}=${browser}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ');
}
