import {
  createServiceBase,
  type ServiceApp,
  type ServiceBase,
  type ServiceOverrides,
} from '@outreach/app-kit';
import type { Logger } from '@outreach/service-kit';
import type { ContactsConfig } from './config.ts';
import type { Deps } from './domain/ports.ts';
import { contactsService } from './grpc/contacts-service.ts';
import { foldCountsJob } from './jobs/fold-counts.ts';
import { companyIdOf } from './store/company-id.ts';
import { createContactCounts } from './store/contact-counts.ts';
import { createContactRegistry } from './store/contact-registry.ts';
import { createContactStore } from './store/contact-store.ts';
import { sha256 } from './store/sha256.ts';
import { createSuppressionStore } from './store/suppression-store.ts';

export interface BuildParts extends ServiceOverrides {
  readonly logger: Logger;
}

export interface ContactsDomain {
  readonly base: ServiceBase;
  readonly deps: Deps;
  readonly counts: ReturnType<typeof createContactCounts>;
}

/** Wires the contacts service. */
export function buildApp(config: ContactsConfig, parts: BuildParts): ServiceApp {
  return serve(buildDomain(config, parts));
}

/** The service on its domain. */
export function serve({ base, deps, counts }: ContactsDomain): ServiceApp {
  return base.toApp({
    services: [contactsService(deps)],
    jobs: [foldCountsJob(async () => counts.foldRows(base.units.unitOfWork))],
  });
}

/** The domain on its database without a server: what the operator's command works with. */
export function buildDomain(config: ContactsConfig, parts: BuildParts): ContactsDomain {
  const base = createServiceBase(config, { name: 'contacts', ...parts });
  const { connection } = base.mongo;
  const counts = createContactCounts(connection);
  const deps: Deps = {
    contacts: createContactStore(connection, base.cursors),
    counts,
    registry: createContactRegistry(connection),
    suppressions: createSuppressionStore(connection, base.cursors),
    sha256,
    events: base.events,
    clock: base.clock,
    newId: base.ids,
    companyIdOf,
    unitOfWork: base.units.unitOfWork,
  };
  return { base, deps, counts };
}
