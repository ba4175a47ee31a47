import { domainToASCII } from 'node:url';

/** Bound of a whole address, in characters. */
export const EMAIL_CHARACTERS_MAX = 254;
const LOCAL_PART_MAX = 64;
const DOMAIN_MAX = 253;

/** RFC 5321 §4.1.2, Dot-string: atoms of RFC 5322 §3.2.3 joined by dots. */
const DOT_ATOM = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
/** RFC 5321 §4.1.2, Domain: two labels or more. The last one is not a number, so a domain is never an IPv4 address. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const ASCII = /^\p{ASCII}*$/u;
/** Characters of an international domain. Percent signs and slashes are excluded: the conversion would decode them. */
const INTERNATIONAL = /^(?:[a-z0-9.-]|\P{ASCII})+$/u;

/** The domain in lower case and in its ASCII form; undefined when the text is not a domain. */
export function normaliseDomain(raw: string): string | undefined {
  const lower = raw.trim().toLowerCase();
  const ascii = ASCII.test(lower) ? lower : toAscii(lower);
  return ascii.length <= DOMAIN_MAX && DOMAIN.test(ascii) ? ascii : undefined;
}

function toAscii(domain: string): string {
  return INTERNATIONAL.test(domain) && domain.length <= DOMAIN_MAX ? domainToASCII(domain) : '';
}

/** The address trimmed and in lower case, with its domain in ASCII; undefined when the text is not an address. */
export function normaliseEmail(raw: string): string | undefined {
  const trimmed = raw.trim();
  const at = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, Math.max(at, 0));
  if (local.length > LOCAL_PART_MAX || !DOT_ATOM.test(local)) return undefined;
  const domain = /^\s/.test(trimmed.slice(at + 1)) ? undefined : normaliseDomain(trimmed.slice(at + 1));
  if (domain === undefined) return undefined;
  const email = `${local.toLowerCase()}@${domain}`;
  return email.length <= EMAIL_CHARACTERS_MAX ? email : undefined;
}

/** The domain of an address. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

/** A Message-ID without angle brackets (RFC 5322 §3.6.4). */
export function bareMessageId(messageId: string | null): string | null {
  return messageId === null ? null : messageId.replaceAll(/[<>]/g, '');
}
