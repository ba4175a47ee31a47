import type { Feature, ServiceBase } from '@outreach/app-kit';
import { contactConsumers } from './contact-links.events.ts';
import { createDeletionStore } from './deletion.store.ts';
import type { CommitInWorkspace, ContactReferences, ContactThreads, Erase } from './ports.ts';
import { recheckDeletionsJob } from './recheck-deletions.job.ts';

export interface ContactLinksNeeds {
  readonly references: ContactReferences;
  readonly threads: ContactThreads;
  readonly erasers: readonly Erase[];
}

/** Deletions of contacts: their enrollments stop, and a hard delete erases their personal data. */
export function createContactLinks(
  base: ServiceBase,
  { references, threads, erasers }: ContactLinksNeeds,
): Feature {
  const { mongo, units, erasures, clock, leader } = base;
  const commitIn: CommitInWorkspace = async (workspaceId, work) =>
    base.inWorkspace({ workspaceId }, async () => units.unitOfWork(async () => work()));
  const deletions = createDeletionStore(mongo.connection);
  const ports = { references, threads, erasers, erased: erasures, deletions, clock, commitIn };
  return {
    name: 'contact-links',
    consumers: contactConsumers(ports),
    jobs: [recheckDeletionsJob(ports, leader)],
  };
}
