import { callJsonServer, type JsonServer } from '../json-server/index.ts';
import type { EnrichmentProvider, EnrichmentSubject } from './ports.ts';

const USER_AGENT = 'outreach-enrichment/1.0';

/** Calls an external server: a POST with the identity of the contact, answered with fields of a contact as JSON. */
export function createHttpProvider(server: Omit<JsonServer, 'userAgent'>): EnrichmentProvider {
  return {
    enrich: async (subject, signal) =>
      callJsonServer({ ...server, userAgent: USER_AGENT }, identityOf(subject), signal),
  };
}

/** The identity of the contact; no other fields of the workspace are sent. */
function identityOf(subject: EnrichmentSubject): object {
  const { email, first_name, last_name, full_name, title, linkedin_url, city, state, country } = subject;
  const { name, domain } = subject.company;
  const company = { name, domain };
  return { email, first_name, last_name, full_name, title, linkedin_url, city, state, country, company };
}
