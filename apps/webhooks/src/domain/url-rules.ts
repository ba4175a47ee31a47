import { fitsCodePoints } from '@outreach/contracts-common';

const URL_CHARACTERS_MAX = 2_048;

/** Says whether a host may be called, as far as its name tells. */
export interface HostGuard {
  allowsHost(host: string): boolean;
}

/** What is wrong with an endpoint's URL, if anything; names are judged again when they are resolved. */
export function urlProblem(text: string, guard: HostGuard): string | undefined {
  if (text === '') return 'url is required.';
  if (!fitsCodePoints(text, URL_CHARACTERS_MAX)) return `url may have ${URL_CHARACTERS_MAX} characters.`;
  if (!URL.canParse(text)) return 'url must be an absolute http or https URL.';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'url must be an http or https URL.';
  if (url.username !== '' || url.password !== '') return 'url must not contain credentials.';
  return guard.allowsHost(hostOf(url)) ? undefined : 'url leads to an address that is not allowed.';
}

/** The host without brackets and without the root's dot. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}
