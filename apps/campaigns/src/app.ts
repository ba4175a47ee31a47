import {
  createServiceBase,
  type ServiceApp,
  type ServiceBase,
  type ServiceOverrides,
} from '@outreach/app-kit';
import { createDeadLetters, createErasures, eraseLettersJob } from '@outreach/event-bus';
import type { Logger } from '@outreach/service-kit';
import type { CampaignsConfig } from './config.ts';
import type { Deps } from './domain/ports.ts';
import { createConsumers } from './events/consumers.ts';
import { campaignsService } from './grpc/campaigns-service.ts';
import { createEnrollmentStore } from './store/enrollment-store.ts';

export interface BuildParts extends ServiceOverrides {
  readonly logger: Logger;
}

/** Wires the campaigns service. */
export function buildApp(config: CampaignsConfig, parts: BuildParts): ServiceApp {
  const base = createServiceBase(config, { name: 'campaigns', ...parts });
  const { connection } = base.mongo;
  const erasures = createErasures(connection);
  const deps = createDeps(base, erasures);
  return base.toApp({
    services: [campaignsService(deps)],
    jobs: [eraseLettersJob(connection, erasures.erasedOf)],
    resources: createConsumers({ ...base, deps, deadLetters: createDeadLetters(connection) }),
  });
}

function createDeps(base: ServiceBase, erasures: Deps['erasures']): Deps {
  return {
    enrollments: createEnrollmentStore(base.mongo.connection, base.cursors),
    erasures,
    events: base.events,
    unitOfWork: async (work) => base.units.unitOfWork(async () => work()),
    clock: base.clock,
    newId: base.ids,
  };
}
