import type { ServiceBase } from '@outreach/app-kit';
import type { CampaignStore } from '../campaigns/index.ts';
import type {
  AudienceReader,
  DueEnrollments,
  EnrollmentCounts,
  EnrollmentRecords,
} from '../enrollments/index.ts';
import type { SendingAccount } from '../sending-accounts/index.ts';
import type { SequenceReader } from '../sequences/index.ts';
import type { CampaignsFeature } from '../methods/index.ts';
import { takeAnswerPlaces, type AnswerPlaces } from './answer-places.ts';
import { planCampaignsJob } from './plan-campaigns.job.ts';
import { planningMethods } from './planning.rpc.ts';
import { createPlanMarkStore, type StoredPlanMarks } from './plan-mark.store.ts';
import { createPlannedStore } from './planned-day.store.ts';
import type { AccountGuard, PlannedDays, PlanMarks, SendWakeUp } from './ports.ts';
import { releasePlaces } from './release-places.ts';
import { takeRetryPlaces, type RetryPlaces } from './retry-places.ts';
import { createSendQueue } from './send-queue.store.ts';

export { nextSendTime, zoneFor } from './send-window.ts';
export { isKnownZone, spanAt } from './zone-offsets.ts';
export type { AnswerPlaces } from './answer-places.ts';
export type { PlannedDays, PlanMarks, SendWakeUp } from './ports.ts';
export type { RetryPlaces } from './retry-places.ts';

/** The campaigns to plan. Features that change what can be planned request it. */
export function createPlanMarks({ mongo, units, clock, ids }: ServiceBase): StoredPlanMarks {
  return createPlanMarkStore({ connection: mongo.connection, units, clock, ids });
}

/** The limits of days, for the features that end sends before they are sent. */
export function createPlannedDays(
  { mongo, clock }: Pick<ServiceBase, 'mongo' | 'clock'>,
  needs: { readonly campaigns: Pick<CampaignStore, 'activeIdsUsing'>; readonly marks: PlanMarks },
): PlannedDays {
  const ports = { ...needs, planned: createPlannedStore(mongo.connection), clock };
  return {
    release: async (sends) => releasePlaces(ports, sends),
    campaignsUsing: ports.planned.campaignsUsing,
  };
}

/** The places of retries, for the feature that sends them. */
export function createRetryPlaces(
  { mongo, clock }: Pick<ServiceBase, 'mongo' | 'clock'>,
  { accounts }: Pick<PlanningNeeds, 'accounts'>,
): RetryPlaces {
  const ports = { accounts, planned: createPlannedStore(mongo.connection), clock };
  return { take: async (retries) => takeRetryPlaces(ports, retries) };
}

/** The places of answers, for the features that write and send them. */
export function createAnswerPlaces(
  { mongo, clock }: Pick<ServiceBase, 'mongo' | 'clock'>,
  { accounts }: Pick<PlanningNeeds, 'accounts'>,
): AnswerPlaces {
  const ports = { accounts, planned: createPlannedStore(mongo.connection), clock };
  return { take: async (answers) => takeAnswerPlaces(ports, answers) };
}

export interface PlanningNeeds {
  readonly queue: StoredPlanMarks['queue'];
  readonly campaigns: CampaignStore;
  readonly sequences: Pick<SequenceReader, 'findById'>;
  readonly accounts: { findByIds(ids: readonly string[]): Promise<readonly SendingAccount[]> };
  readonly enrollments: {
    readonly records: EnrollmentRecords;
    readonly due: DueEnrollments;
    readonly audience: AudienceReader;
    readonly counts: Pick<EnrollmentCounts, 'read'>;
  };
  readonly sendWakeUp: SendWakeUp;
  readonly guard: AccountGuard;
  readonly config: PlanningConfig;
}

export interface PlanningConfig {
  /** How long before its time an email is planned, in seconds. */
  readonly PLANNING_HORIZON_SECONDS: number;
}

const SECOND_MS = 1_000;

/** Turns due steps of enrollments into queued sends. */
export function createPlanning(base: ServiceBase, needs: PlanningNeeds): CampaignsFeature {
  const { mongo, units, clock, ids: newId, random } = base;
  const { enrollments, config, ...rest } = needs;
  const ports = {
    ...rest,
    due: enrollments.due,
    counts: enrollments.counts,
    audience: enrollments.audience,
    enrollments: enrollments.records,
    planned: createPlannedStore(mongo.connection),
    sends: createSendQueue(mongo.connection, units),
    horizonMs: config.PLANNING_HORIZON_SECONDS * SECOND_MS,
    transactions: {
      run: async <T>(work: () => Promise<T>) => units.unitOfWork(async () => work()),
      afterCommit: units.afterCommit,
    },
    clock,
    newId,
    random,
  };
  return {
    name: 'planning',
    methods: planningMethods(ports),
    jobs: [planCampaignsJob({ ...ports, base })],
  };
}
