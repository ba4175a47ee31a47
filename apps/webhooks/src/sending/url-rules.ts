import { fitsCodePoints } from '@outreach/values';

const URL_CHARACTERS_MAX = 2_048;

/** Checks the text of a host. The addresses that it resolves to are checked when the connection is made. */
export interface HostGuard {
  allowsHost(host: string): boolean;
}

/** Returns the problem of a URL in a field, or undefined. */
export function urlProblem(text: string, hosts: HostGuard, field = 'url'): string | undefined {
  if (text === '') return `${field} is required.`;
  if (!fitsCodePoints(text, URL_CHARACTERS_MAX))
    return `${field} must have at most ${URL_CHARACTERS_MAX} characters.`;
  if (!URL.canParse(text) || /\s/.test(text)) return `${field} must be an absolute http or https URL.`;
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `${field} must be an http or https URL.`;
  if (url.username !== '' || url.password !== '') return `${field} must not contain credentials.`;
  return hosts.allowsHost(hostOf(url))
    ? undefined
    : `${field} must not point to a private or reserved address.`;
}

/** The host without brackets and without a trailing dot. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}
