import freeMailDomains from 'email-providers';
import { findTimeZone } from './find-time-zone.ts';
import type { EnrichmentProvider, EnrichmentSubject } from './ports.ts';
import { readTitle } from './read-title.ts';

const FREE_MAIL: ReadonlySet<string> = new Set(freeMailDomains);

/** Tells what follows from a contact itself: nobody is asked. */
export const builtInProvider: EnrichmentProvider = {
  enrich: async (subject) => Promise.resolve(deduce(subject)),
};

function deduce({ email, title, country, state }: EnrichmentSubject): object {
  return {
    ...(title === null ? {} : readTitle(title)),
    time_zone: country === null ? undefined : findTimeZone(country, state),
    company: { domain: companyDomainOf(email) },
  };
}

/** A domain at which everybody may have an address names no company. */
function companyDomainOf(email: string): string | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return FREE_MAIL.has(domain) ? undefined : domain;
}
