import type { ServiceBase } from '@outreach/app-kit';
import type { ContactRegistry } from '../agency/index.ts';
import type { ContactCounts, ContactStore } from '../contact-store/index.ts';
import type { ContactsFeature } from '../methods/index.ts';
import type { ManageSuppressionsPorts } from '../suppressions/index.ts';
import { erasureMethods } from './erasure.rpc.ts';
import { finishErasuresJob } from './finish-erasures.job.ts';
import { createAttached } from './attached-fields.store.ts';
import { shownPlaces } from './shown-places.ts';
import { personalData, type PersonalDataOptions } from './personal-data.store.ts';
import type { ImportErasures } from './ports.ts';
import { createRetentionLogStore } from './retention-log.store.ts';

/** Longer than the transaction of one erasure takes; after it another process continues. */
const FINISH_LEASE_MS = 30_000;

export interface ErasureNeeds extends Pick<
  PersonalDataOptions,
  'imports' | 'timeline' | 'enrichments' | 'exports'
> {
  readonly contacts: ContactStore;
  readonly counts: ContactCounts;
  readonly registry: ContactRegistry;
  readonly suppressions: ManageSuppressionsPorts;
  readonly importErasures: ImportErasures;
}

/** The erasure of contacts with all their data. */
export function createErasure(base: ServiceBase, needs: ErasureNeeds): ContactsFeature {
  const { mongo, units, cursors, events, clock, ids } = base;
  const {
    imports,
    timeline,
    enrichments,
    exports,
    contacts,
    counts,
    registry,
    suppressions,
    importErasures,
  } = needs;
  const { connection } = mongo;
  const { unitOfWork } = units;
  const logs = createRetentionLogStore({ connection, cursors, clock, ids, leaseMs: FINISH_LEASE_MS });
  const { queue } = logs;
  const data = personalData({ connection, units, imports, timeline, enrichments, exports });
  return {
    name: 'erasure',
    methods: erasureMethods({
      ...suppressions,
      places: shownPlaces({
        personalData: data,
        suppressions: suppressions.suppressions,
        attached: createAttached(connection),
      }),
      contacts,
      counts,
      registry,
      importErasures,
      personalData: data,
      retentionLogs: logs,
      events,
      clock,
      newId: ids,
    }),
    jobs: [finishErasuresJob({ queue, personalData: data, suppressions, unitOfWork, base })],
    erasedOf: logs.erasedOf,
  };
}
