import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { documentedAs } from './openapi-meta.ts';
import { TEXT_MAX } from './text.ts';

const LOCAL_PART_MAX = 64;
const DOMAIN_MAX = 253;

/** RFC 5321 §4.1.2, Dot-string: atoms of RFC 5322 §3.2.3 joined by dots. */
const DOT_ATOM = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
/** RFC 5321 §4.1.2, Domain: two labels or more, the last one not a number, so never an IPv4 address. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
// eslint-disable-next-line no-control-regex -- the range is all of ASCII
const ASCII = /^[\x00-\x7f]*$/;
/** What may stand beside letters of other scripts; a percent sign or slash would be decoded by the conversion. */
// eslint-disable-next-line no-control-regex -- the range is all that is beyond ASCII
const INTERNATIONAL = /^(?:[a-z0-9.-]|[^\x00-\x7f])+$/;

/** The domain in lower case and in its ASCII form, or undefined when it is none. */
export function normaliseDomain(raw: string): string | undefined {
  const lower = raw.trim().toLowerCase();
  const ascii = ASCII.test(lower) ? lower : toAscii(lower);
  return ascii.length <= DOMAIN_MAX && DOMAIN.test(ascii) ? ascii : undefined;
}

function toAscii(domain: string): string {
  return INTERNATIONAL.test(domain) && domain.length <= DOMAIN_MAX ? domainToASCII(domain) : '';
}

/** The identity of an address: trimmed, lower-cased, its domain in ASCII; undefined when it is no address. */
export function normaliseEmail(raw: string): string | undefined {
  const trimmed = raw.trim();
  const at = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, Math.max(at, 0));
  if (local.length > LOCAL_PART_MAX || !DOT_ATOM.test(local)) return undefined;
  const domain = /^\s/.test(trimmed.slice(at + 1)) ? undefined : normaliseDomain(trimmed.slice(at + 1));
  if (domain === undefined) return undefined;
  const email = `${local.toLowerCase()}@${domain}`;
  return email.length <= TEXT_MAX.email ? email : undefined;
}

/** An email address, required; normalised. */
export function email(): z.ZodType<string, string> {
  const schema = z
    .string({ error: (issue) => (issue.input === null ? 'is required' : undefined) })
    .transform((raw, issues) => {
      const normalised = normaliseEmail(raw);
      if (normalised !== undefined) return normalised;
      issues.addIssue({ code: 'custom', message: raw === '' ? 'is required' : 'must be an email address' });
      return z.NEVER;
    });
  return documentedAs(schema, { type: 'string', format: 'email', maxLength: TEXT_MAX.email });
}

/** A domain name of two labels or more, normalised. */
export const domainName: z.ZodType<string, string> = z.string().transform((raw, issues) => {
  const normalised = normaliseDomain(raw);
  if (normalised !== undefined) return normalised;
  issues.addIssue({ code: 'custom', message: 'must be a domain name' });
  return z.NEVER;
});
