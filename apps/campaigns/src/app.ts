import {
  createServiceBase,
  type ServiceApp,
  type ServiceBase,
  type ServiceOverrides,
} from '@outreach/app-kit';
import { createDeadLetters, createErasures, eraseLettersJob } from '@outreach/event-bus';
import { createIdentitySigner, type Logger } from '@outreach/service-kit';
import { connectContacts } from './clients/contacts-client.ts';
import type { CampaignsConfig } from './config.ts';
import type { Deps } from './domain/ports.ts';
import { createConsumers } from './events/consumers.ts';
import { campaignsService } from './grpc/campaigns-service.ts';
import { secondLookJob } from './jobs/second-look.ts';
import { createCampaignStore } from './store/campaign-store.ts';
import { createDeletionStore } from './store/deletion-store.ts';
import { createEnrollmentStore } from './store/enrollment-store.ts';
import { createSequenceStore } from './store/sequence-store.ts';

export interface BuildParts extends ServiceOverrides {
  readonly logger: Logger;
}

/** Wires the campaigns service. */
export function buildApp(config: CampaignsConfig, parts: BuildParts): ServiceApp {
  const base = createServiceBase(config, { name: 'campaigns', ...parts });
  const { connection } = base.mongo;
  const erasures = createErasures(connection);
  const identity = createIdentitySigner(config.IDENTITY_PRIVATE_KEY, base.clock);
  const contacts = connectContacts(config.CONTACTS_ADDRESS, identity);
  const deps = createDeps(base, { erasures, candidates: contacts.candidates });
  return base.toApp({
    services: [campaignsService(deps)],
    jobs: [eraseLettersJob(connection, erasures.erasedOf), secondLookJob(deps)],
    resources: [
      contacts.resource,
      ...createConsumers({ ...base, deps, deadLetters: createDeadLetters(connection) }),
    ],
  });
}

function createDeps(base: ServiceBase, others: Pick<Deps, 'erasures' | 'candidates'>): Deps {
  const { connection } = base.mongo;
  const { writes } = base.units;
  return {
    ...others,
    sequences: createSequenceStore(connection),
    campaigns: createCampaignStore(connection, writes),
    deletions: createDeletionStore(connection),
    enrollments: createEnrollmentStore({ connection, cursors: base.cursors, writes }),
    events: base.events,
    unitOfWork: async (work) => base.units.unitOfWork(async () => work()),
    clock: base.clock,
    newId: base.ids,
  };
}
