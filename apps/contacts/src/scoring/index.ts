import type { ServiceBase } from '@outreach/app-kit';
import type { ContactCounts, ContactStore } from '../contact-store/index.ts';
import type { ContactsFeature } from '../methods/index.ts';
import type { FieldNamePorts } from '../filters/index.ts';
import { createIcpProfileStore } from './icp-profile.store.ts';
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

/** Longer than one step takes; after it another process continues. */
const RESCORE_LEASE_MS = 30_000;

export interface Scoring extends ContactsFeature {
  /** The ports of `loadScorer`. */
  readonly scorer: ScorerPorts;
}

export interface ScoringNeeds extends FieldNamePorts {
  readonly contacts: ContactStore;
  readonly counts: ContactCounts;
}

/** Scores of contacts by the workspace's ideal customer profile and the engagement of the contact. */
export function createScoring(base: ServiceBase, needs: ScoringNeeds): Scoring {
  const { clock, ids, events } = base;
  const { connection } = base.mongo;
  const { units } = base;
  const { reads, unitOfWork } = units;
  const { contacts, counts, customFields, campaigns } = needs;
  const icpProfiles = createIcpProfileStore(connection, reads);
  const { rescores, queue } = createRescores({ connection, units, clock, ids, leaseMs: RESCORE_LEASE_MS });
  const scorer = { icpProfiles, customFields, campaigns };
  return {
    name: 'scoring',
    scorer,
    methods: scoringMethods({ ...scorer, icpProfiles, rescores, clock, newId: ids }),
    jobs: [rescoreJob({ ...scorer, contacts, counts, events, queue, clock, unitOfWork, base })],
  };
}
