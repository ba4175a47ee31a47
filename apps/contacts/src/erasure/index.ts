import type { ServiceBase } from '@outreach/app-kit';
import type { ContactsFeature } from '../methods/index.ts';
import type { ManageSuppressionsPorts } from '../suppressions/index.ts';
import { erasureMethods } from './erasure.rpc.ts';
import { finishErasuresJob } from './finish-erasures.job.ts';
import { createAttached } from './attached-fields.store.ts';
import { shownPlaces } from './shown-places.ts';
import { personalData, type PersonalDataSources } from './personal-data.store.ts';
import type { ErasurePorts } from './ports.ts';
import { createRetentionLogStore } from './retention-log.store.ts';

/** The erasure of contacts with all their data. */
export function createErasure(
  base: ServiceBase,
  needs: Pick<ErasurePorts, 'contacts' | 'counts' | 'registry' | 'importErasures'> &
    PersonalDataSources & {
      readonly suppressions: ManageSuppressionsPorts;
    },
): ContactsFeature {
  const { suppressions: management, ...stores } = needs;
  const { suppressions } = management;
  const retentionLogs = createRetentionLogStore(base);
  const { queue, erasedOf } = retentionLogs;
  const data = personalData(base, needs);
  const places = shownPlaces(data, suppressions, createAttached(base.mongo.connection));
  const ports = { ...stores, ...management, places, personalData: data, retentionLogs, events: base.events };
  return {
    name: 'erasure',
    methods: erasureMethods(ports),
    jobs: [finishErasuresJob({ queue, personalData: data, suppressions, base })],
    erasedOf,
  };
}
