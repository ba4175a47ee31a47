import type { ServiceBase } from '@outreach/app-kit';
import type { ContactsFeature } from '../methods/index.ts';
import { createIcpProfileStore } from './icp-profile.store.ts';
import type { ScoringPorts } from './ports.ts';
import { rescoreJob } from './rescore-contacts.job.ts';
import { createRescores } from './rescore.store.ts';
import type { ScorerPorts } from './scorer.ts';
import { scoringMethods } from './scoring.rpc.ts';

export {
  COUNTED_EVENTS_MAX,
  COUNTED_TYPES,
  engagementOf,
  isCounted,
  windowStart,
  type CountedEvent,
} from './engagement-points.ts';
export { saveRescored } from './save-rescored.ts';
export {
  emitIfScored,
  isRescored,
  loadScorer,
  unscored,
  type ScoreBreakdown,
  type Scorer,
  type ScorerPorts,
} from './scorer.ts';
export { toBreakdownMessage } from './scoring.rpc.ts';

export interface Scoring extends ContactsFeature {
  /** The ports of `loadScorer`. */
  readonly scorer: ScorerPorts;
}

/** Scores of contacts by the workspace's ideal customer profile and the engagement of the contact. */
export function createScoring(
  base: ServiceBase,
  needs: Pick<ScoringPorts, 'contacts' | 'counts' | 'customFields' | 'campaigns'>,
): Scoring {
  const { customFields, campaigns } = needs;
  const icpProfiles = createIcpProfileStore(base.mongo.connection, base.units.reads);
  const { rescores, queue } = createRescores(base);
  const ports = { ...base, ...needs, icpProfiles, rescores, newId: base.ids };
  return {
    name: 'scoring',
    scorer: { icpProfiles, customFields, campaigns },
    methods: scoringMethods(ports),
    jobs: [rescoreJob({ ...ports, queue, base })],
  };
}
