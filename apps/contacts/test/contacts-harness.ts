import {
  ContactsServiceService,
  type ContactInput,
  type ListContactsRequest,
  type SearchContactsRequest,
} from '@outreach/contracts-contacts';
import { MongoClient, type Db } from 'mongodb';
import { createLogger } from '@outreach/service-kit';
import { startService, testEnvironment, type RunningApp } from '@outreach/testing';
import { buildDomain, serve } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { suppressGlobally } from '../src/domain/suppressions/manage-suppressions.ts';
import type { SuppressedTarget, Suppression } from '../src/domain/suppressions/suppression.ts';

export interface ContactsUnderTest extends RunningApp<typeof ContactsServiceService> {
  readonly violations: string[];
  /** The service's own database, for what no request can do. */
  readonly database: Db;
  /** What the operator's command does. */
  suppressGlobally(target: SuppressedTarget): Promise<Suppression>;
}

/** The contacts service on a database of its own. */
export async function startContacts(): Promise<ContactsUnderTest> {
  const { env, identities } = await testEnvironment('contacts');
  const violations: string[] = [];
  const domain = buildDomain(loadConfig(env), {
    logger: createLogger({ name: 'contacts', level: 'silent' }),
    onTenantViolation: (description) => violations.push(description),
  });
  const running = await startService(serve(domain), {
    service: 'contacts',
    definition: ContactsServiceService,
    identities,
  });
  const client = await MongoClient.connect(env['MONGODB_URI'] ?? '');
  const stop = async () => {
    await running.stop();
    await client.close();
  };
  const { deps } = domain;
  return {
    ...running,
    violations,
    database: client.db(env['MONGODB_DATABASE']),
    stop,
    suppressGlobally: async (target) => deps.unitOfWork(async () => suppressGlobally(deps, target)),
  };
}

/** A request with the given members, and the mask that names them. */
export function written(members: Partial<ContactInput>, cleared: readonly string[] = []) {
  const { company, ...plain } = members;
  const companyPaths = Object.keys(company ?? {}).map((member) => `company.${member}`);
  const empty = { company: undefined, tags: [], custom_fields: undefined };
  return { input: { ...empty, ...members }, mask: [...Object.keys(plain), ...companyPaths, ...cleared] };
}

/** A request for a list, with what the test does not care for left out. */
export function listed(members: Partial<ListContactsRequest> = {}): ListContactsRequest {
  return {
    page: { page_size: 0, cursor: '' },
    sort: 'CONTACT_SORT_UNSPECIFIED',
    icp_tiers: [],
    grades: [],
    tags: [],
    created_after: undefined,
    updated_after: undefined,
    include_deleted: false,
    ...members,
  };
}

export function searched(members: Partial<SearchContactsRequest> = {}): SearchContactsRequest {
  return {
    filters: [],
    filters_logic: 'FILTERS_LOGIC_UNSPECIFIED',
    sort: [],
    page: { page_size: 0, cursor: '' },
    include_deleted: false,
    ...members,
  };
}
