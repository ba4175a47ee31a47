import { ContactsServiceService, type ContactInput } from '@outreach/contracts-contacts';
import { createLogger } from '@outreach/service-kit';
import { startService, testEnvironment, type RunningApp } from '@outreach/testing';
import { buildApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';

export type ContactsUnderTest = RunningApp<typeof ContactsServiceService> & { readonly violations: string[] };

/** The contacts service on a database of its own. */
export async function startContacts(): Promise<ContactsUnderTest> {
  const { env, identities } = await testEnvironment('contacts');
  const violations: string[] = [];
  const app = buildApp(loadConfig(env), {
    logger: createLogger({ name: 'contacts', level: 'silent' }),
    onTenantViolation: (description) => violations.push(description),
  });
  const running = await startService(app, {
    service: 'contacts',
    definition: ContactsServiceService,
    identities,
  });
  return { ...running, violations };
}

/** A request with the given members, and the mask that names them. */
export function written(members: Partial<ContactInput>, cleared: readonly string[] = []) {
  const { company, ...plain } = members;
  const companyPaths = Object.keys(company ?? {}).map((member) => `company.${member}`);
  const empty = { company: undefined, tags: [], custom_fields: undefined };
  return { input: { ...empty, ...members }, mask: [...Object.keys(plain), ...companyPaths, ...cleared] };
}
