import type { ServiceBase } from '@outreach/app-kit';
import type { CampaignsFeature } from '../methods/index.ts';
import { contactConsumers } from './contact-links.events.ts';
import { createDeletionStore } from './deletion.store.ts';
import { personalDataMethods } from './personal-data.rpc.ts';
import type { ContactLinkPorts, PersonalPlace } from './ports.ts';
import { recheckDeletionsJob } from './recheck-deletions.job.ts';

interface ContactLinksNeeds extends Pick<ContactLinkPorts, 'references' | 'threads'> {
  /** All records of this service with personal data of contacts. */
  readonly places: readonly PersonalPlace[];
}

/** Deletions of contacts: their enrollments stop, and a hard delete erases their personal data. */
export function createContactLinks(
  base: ServiceBase,
  { places, ...needs }: ContactLinksNeeds,
): CampaignsFeature {
  const { mongo, units, erasures, clock, leader } = base;
  const commitIn: ContactLinkPorts['commitIn'] = async (workspaceId, work) =>
    base.inWorkspace({ workspaceId }, async () => units.unitOfWork(async () => work()));
  const erasers = places.map(({ eraseContacts }) => eraseContacts);
  const deletions = createDeletionStore(mongo.connection);
  const ports = { ...needs, erasers, erased: erasures, deletions, clock, commitIn };
  return {
    name: 'contact-links',
    methods: personalDataMethods(places),
    consumers: contactConsumers(ports),
    jobs: [recheckDeletionsJob(ports, leader)],
  };
}
