import type { Feature, ServiceBase } from '@outreach/app-kit';
import { contactConsumers } from './contact-links.events.ts';
import { createDeletionStore } from './deletion.store.ts';
import type { CommitInWorkspace, ContactReferences, Erase } from './ports.ts';
import { recheckDeletionsJob } from './recheck-deletions.job.ts';

/** Deletions of contacts: their enrollments stop, and a hard delete erases their personal data. */
export function createContactLinks(
  base: ServiceBase,
  { references, erasers }: { readonly references: ContactReferences; readonly erasers: readonly Erase[] },
): Feature {
  const { mongo, units, erasures, clock, leader } = base;
  const commitIn: CommitInWorkspace = async (workspaceId, work) =>
    base.inWorkspace({ workspaceId }, async () => units.unitOfWork(async () => work()));
  const deletions = createDeletionStore(mongo.connection);
  const ports = { references, erasers, erased: erasures, deletions, clock, commitIn };
  return {
    name: 'contact-links',
    consumers: contactConsumers(ports),
    jobs: [recheckDeletionsJob(ports, leader)],
  };
}
