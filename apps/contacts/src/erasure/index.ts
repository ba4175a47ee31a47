import type { ServiceBase } from '@outreach/app-kit';
import type { ContactsFeature } from '../methods/index.ts';
import type { ManageSuppressionsPorts } from '../suppressions/index.ts';
import { erasureMethods } from './erasure.rpc.ts';
import { finishErasuresJob } from './finish-erasures.job.ts';
import { createAttached } from './attached-fields.store.ts';
import { shownPlaces } from './shown-places.ts';
import { personalData, type PersonalDataOptions } from './personal-data.store.ts';
import type { ErasurePorts } from './ports.ts';
import { createRetentionLogStore } from './retention-log.store.ts';

/** Longer than the transaction of one erasure takes; after it another process continues. */
const FINISH_LEASE_MS = 30_000;

/** The erasure of contacts with all their data. */
export function createErasure(
  base: ServiceBase,
  needs: Pick<ErasurePorts, 'contacts' | 'counts' | 'registry' | 'importErasures'> &
    Pick<PersonalDataOptions, 'imports' | 'timeline' | 'enrichments' | 'exports'> & {
      readonly suppressions: ManageSuppressionsPorts;
    },
): ContactsFeature {
  const { mongo, units, cursors, events, clock, ids } = base;
  const { imports, timeline, enrichments, exports, suppressions: management, ...stores } = needs;
  const { suppressions } = management;
  const { connection } = mongo;
  const { unitOfWork } = units;
  const logs = createRetentionLogStore({ connection, cursors, clock, ids, leaseMs: FINISH_LEASE_MS });
  const { queue } = logs;
  const data = personalData({ connection, units, imports, timeline, enrichments, exports });
  const places = shownPlaces({ personalData: data, suppressions, attached: createAttached(connection) });
  return {
    name: 'erasure',
    methods: erasureMethods({
      ...management,
      ...stores,
      places,
      personalData: data,
      retentionLogs: logs,
      events,
    }),
    jobs: [finishErasuresJob({ queue, personalData: data, suppressions, unitOfWork, base })],
    erasedOf: logs.erasedOf,
  };
}
