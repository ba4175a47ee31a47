import freeMailDomains from 'email-providers/all.json' with { type: 'json' };

const FREE_MAIL: ReadonlySet<string> = new Set(freeMailDomains);

/** True for a domain of a free mail provider, such as `gmail.com`: its addresses are not of one company. */
export function isFreeMailDomain(domain: string): boolean {
  return FREE_MAIL.has(domain);
}
