import { domainOf } from '@outreach/values';
import { isFreeMailDomain } from '@outreach/contracts-contacts';
import { findTimeZone } from './find-time-zone.ts';
import type { EnrichmentProvider, EnrichmentSubject } from './ports.ts';
import { readTitle } from './read-title.ts';

/** Derives values from the contact itself, without an external request. */
export const builtInProvider: EnrichmentProvider = {
  enrich: async (subject) => Promise.resolve(deriveValues(subject)),
};

function deriveValues({ email, title, country, state }: EnrichmentSubject): object {
  return {
    ...(title === null ? {} : readTitle(title)),
    time_zone: country === null ? undefined : findTimeZone(country, state),
    company: { domain: companyDomainOf(email) },
  };
}

/** The domain of a free mail provider is not the domain of a company. */
function companyDomainOf(email: string): string | undefined {
  const domain = domainOf(email);
  return isFreeMailDomain(domain) ? undefined : domain;
}
