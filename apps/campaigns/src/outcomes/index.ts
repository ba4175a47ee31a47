import type { CampaignsConfig } from '../config.ts';
import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { ShownData } from '@outreach/contracts-common/personal-data';
import { isFreeMailDomain } from '@outreach/contracts-contacts';
import { messageIdsOf } from '../sends/index.ts';
import type { OutcomeRecorder } from './outcome.ts';
import type { SendStore, Suppressor } from './ports.ts';
import { recordOutcomes, type RecordOutcomesPorts } from './record-outcomes.ts';
import { createSendStore } from './send.store.ts';
import { suppressContactsJob } from './suppress-contacts.job.ts';
import { createSuppressionRequests } from './suppression-request.store.ts';

export { toSendRecord } from './emit-send-events.ts';
export type {
  ClaimedRecords,
  Deferred,
  Failed,
  Outcome,
  OutcomeRecorder,
  SentMessage,
  WorkerOutcome,
} from './outcome.ts';
export type { Suppressor } from './ports.ts';
export { OUTCOMES_MAX } from './record-outcomes.ts';
export { createSeenReports } from './seen-report.store.ts';
export type { SeenReports } from './seen-report.store.ts';

export interface OutcomesNeeds extends Omit<
  RecordOutcomesPorts,
  'sends' | 'suppressions' | 'events' | 'isFreeMailDomain' | 'messageIds' | 'clock'
> {
  readonly suppressor: Suppressor;
  readonly config: CampaignsConfig;
}

export interface Outcomes extends Feature {
  readonly recorder: OutcomeRecorder;
  readonly sends: SendStore;
  /** Which of these addresses are suppressed and not confirmed by the contacts service yet. */
  readonly suppressedAmong: (emails: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Their reasons. Other addresses have no entry. */
  readonly reasonsAmong: (emails: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;
  /** Part of a transaction: removes the addresses of erased contacts. */
  readonly eraseContacts: (contactIds: readonly string[]) => Promise<void>;
  readonly personalData: ShownData<string>;
}

/** What happens to sends, and everything that changes with it. */
export function createOutcomes(base: ServiceBase, { suppressor, config, ...needs }: OutcomesNeeds): Outcomes {
  const { mongo, clock, events } = base;
  const suppressions = createSuppressionRequests(base);
  const sends = createSendStore(mongo.connection);
  const messageIds = messageIdsOf(config);
  const ports = { ...needs, sends, suppressions, events, clock, messageIds, isFreeMailDomain };
  return {
    name: 'outcomes',
    sends,
    recorder: { record: async (outcomes, claimed) => recordOutcomes(ports, outcomes, claimed) },
    suppressedAmong: async (emails) => new Set((await suppressions.reasonsAmong(emails)).keys()),
    reasonsAmong: suppressions.reasonsAmong,
    eraseContacts: suppressions.eraseContacts,
    personalData: { section: 'suppressions', read: suppressions.readAll },
    jobs: [suppressContactsJob(suppressions.queue, suppressor, base)],
  };
}
