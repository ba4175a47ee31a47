import { createServiceBase, type ServiceApp, type ServiceOverrides } from '@outreach/app-kit';
import type { Logger } from '@outreach/service-kit';
import type { ContactsConfig } from './config.ts';
import type { Deps } from './domain/ports.ts';
import { contactsService } from './grpc/contacts-service.ts';
import { foldCountsJob } from './jobs/fold-counts.ts';
import { companyIdOf } from './store/company-id.ts';
import { createContactCounts } from './store/contact-counts.ts';
import { createContactRegistry } from './store/contact-registry.ts';
import { createContactStore } from './store/contact-store.ts';

export interface BuildParts extends ServiceOverrides {
  readonly logger: Logger;
}

/** Wires the contacts service. */
export function buildApp(config: ContactsConfig, parts: BuildParts): ServiceApp {
  const base = createServiceBase(config, { name: 'contacts', ...parts });
  const { connection } = base.mongo;
  const counts = createContactCounts(connection);
  const deps: Deps = {
    contacts: createContactStore(connection, base.cursors),
    counts,
    registry: createContactRegistry(connection),
    events: base.events,
    clock: base.clock,
    newId: base.ids,
    companyIdOf,
  };
  return base.toApp({
    services: [contactsService(deps)],
    jobs: [foldCountsJob(async () => counts.foldRows(base.units.unitOfWork))],
  });
}
