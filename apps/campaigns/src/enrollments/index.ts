import type { Feature, ServiceBase, ServiceConfig } from '@outreach/app-kit';
import { createIdentitySigner } from '@outreach/service-kit';
import type { CampaignStore } from '../campaigns/index.ts';
import type { SequenceStore } from '../sequences/index.ts';
import { connectContacts } from './contacts.client.ts';
import { createEnrollmentStore } from './enrollment.store.ts';
import { enrollmentMethods, type EnrollmentMethods } from './enrollments.rpc.ts';
import type { DeletedContact } from './ports.ts';
import { createResolveCandidates } from './resolve-candidates.ts';
import { stopEnrollments } from './stop-enrollments.ts';

export type { DeletedContact } from './ports.ts';

export interface EnrollmentsNeeds {
  readonly sequences: SequenceStore;
  readonly campaigns: CampaignStore;
}

export interface Enrollments extends Feature<EnrollmentMethods> {
  /** Part of a transaction: stops the open enrollments of deleted contacts. */
  readonly stopOf: (deletions: readonly DeletedContact[]) => Promise<void>;
  /** Part of a transaction: removes the addresses of these contacts. */
  readonly eraseAddresses: (contactIds: readonly string[]) => Promise<void>;
}

/** Enrollments of contacts in campaigns. */
export function createEnrollments(
  base: ServiceBase,
  needs: EnrollmentsNeeds,
  config: Pick<ServiceConfig, 'IDENTITY_PRIVATE_KEY'> & { readonly CONTACTS_ADDRESS: string },
): Enrollments {
  const { clock, events, cursors, ids: newId } = base;
  const { writes } = base.units;
  const identity = createIdentitySigner(config.IDENTITY_PRIVATE_KEY, clock);
  const contacts = connectContacts(config.CONTACTS_ADDRESS, identity);
  const resolveCandidates = createResolveCandidates(contacts.candidates, clock);
  const enrollments = createEnrollmentStore({ connection: base.mongo.connection, cursors, writes });
  return {
    name: 'enrollments',
    methods: enrollmentMethods({ ...needs, enrollments, resolveCandidates, events, newId }),
    resources: [contacts.resource],
    stopOf: async (deletions) => stopEnrollments({ enrollments, events, clock }, deletions),
    eraseAddresses: enrollments.eraseAddresses,
  };
}
