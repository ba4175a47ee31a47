import type { AddressGuard } from './address-guard.ts';
import { characterCount } from './characters.ts';

const URL_CHARACTERS_MAX = 2_048;
const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'] as const;

/** What is wrong with an endpoint's URL, if anything; names are judged again when they are resolved. */
export function urlProblem(text: string, guard: AddressGuard): string | undefined {
  if (text === '') return 'url is required.';
  if (characterCount(text) > URL_CHARACTERS_MAX) return `url may have ${URL_CHARACTERS_MAX} characters.`;
  if (!URL.canParse(text)) return 'url must be an absolute http or https URL.';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'url must be an http or https URL.';
  if (url.username !== '' || url.password !== '') return 'url must not contain credentials.';
  return isReachable(hostOf(url), guard) ? undefined : 'url leads to an address that is not allowed.';
}

/** The host without brackets and without the root's dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** Loopback names are not asked of any resolver. @returns their allowed addresses, undefined for other names. */
export function loopbackAddresses(host: string, guard: AddressGuard): readonly string[] | undefined {
  if (host !== 'localhost' && !host.endsWith('.localhost')) return undefined;
  return LOOPBACK_ADDRESSES.filter((address) => guard.allows(address));
}

function isReachable(host: string, guard: AddressGuard): boolean {
  const loopback = loopbackAddresses(host, guard);
  if (loopback !== undefined) return loopback.length > 0;
  if (/\.(local|internal)$/.test(host)) return guard.hasExceptions;
  return isLiteral(host) ? guard.allows(host) : host !== '';
}

/** The URL parser has turned every spelling of an IPv4 address into dotted decimals. */
export function isLiteral(host: string): boolean {
  return host.includes(':') || /^\d+\.\d+\.\d+\.\d+$/.test(host);
}
