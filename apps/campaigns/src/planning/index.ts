import type { ServiceBase } from '@outreach/app-kit';
import type { CampaignsConfig } from '../config.ts';
import type { CampaignStore, PlanMarks } from '../campaigns/index.ts';
import type { EnrollmentRecords } from '../enrollments/index.ts';
import type { PlannedDays } from '../sends/index.ts';
import type { CampaignsFeature } from '../methods/index.ts';
import { takeAnswerPlaces, type AnswerPlaces } from './answer-places.ts';
import { planCampaignsJob } from './plan-campaigns.job.ts';
import { planningMethods } from './planning.rpc.ts';
import { createPlanMarkStore, type StoredPlanMarks } from './plan-mark.store.ts';
import { createPlannedStore } from './planned-day.store.ts';
import type { PlannedStore, PlanningPorts } from './ports.ts';
import { releasePlaces } from './release-places.ts';
import { takeRetryPlaces, type RetryPlaces } from './retry-places.ts';
import { createSendQueue } from './send-queue.store.ts';

export { nextSendTime, zoneFor } from './send-window.ts';
export { isKnownZone, spanAt } from './zone-offsets.ts';
export type { AnswerPlaces } from './answer-places.ts';
export type { RetryPlaces } from './retry-places.ts';

/** The campaigns to plan. Features that change what can be planned request it. */
export function createPlanMarks(base: ServiceBase): StoredPlanMarks {
  return createPlanMarkStore(base);
}

/** The limits of days, for the features that end sends before they are sent. */
export function createPlannedDays(
  { mongo, clock }: ServiceBase,
  needs: { readonly campaigns: CampaignStore; readonly marks: PlanMarks },
): PlannedDays & Pick<PlannedStore, 'campaignsUsing'> {
  const ports = { ...needs, planned: createPlannedStore(mongo.connection), clock };
  return {
    release: async (sends) => releasePlaces(ports, sends),
    campaignsUsing: ports.planned.campaignsUsing,
  };
}

/** The places of retries and answers, for the features that write and send them. */
export function createPlaces(
  { mongo, clock }: ServiceBase,
  { accounts }: Pick<PlanningPorts, 'accounts'>,
): { readonly retries: RetryPlaces; readonly answers: AnswerPlaces } {
  const ports = { accounts, planned: createPlannedStore(mongo.connection), clock };
  return {
    retries: { take: async (retries) => takeRetryPlaces(ports, retries) },
    answers: { take: async (answers) => takeAnswerPlaces(ports, answers) },
  };
}

interface PlanningNeeds extends Pick<
  PlanningPorts,
  'campaigns' | 'sequences' | 'accounts' | 'sendWakeUp' | 'guard'
> {
  readonly queue: StoredPlanMarks['queue'];
  readonly enrollments: Pick<PlanningPorts, 'due' | 'counts' | 'audience'> & {
    readonly records: EnrollmentRecords;
  };
  readonly config: Pick<CampaignsConfig, 'PLANNING_HORIZON_SECONDS'>;
}

const SECOND_MS = 1_000;

/** Turns due steps of enrollments into queued sends. */
export function createPlanning(base: ServiceBase, needs: PlanningNeeds): CampaignsFeature {
  const { mongo, units, clock, ids: newId, random } = base;
  const { enrollments, config, ...rest } = needs;
  const ports = {
    ...rest,
    ...enrollments,
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
