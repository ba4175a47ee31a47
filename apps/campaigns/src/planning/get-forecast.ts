import { notFound } from '@outreach/errors';
import type { Clock } from '@outreach/service-kit';
import type { EnrollmentCohort, EnrollmentCounts } from '../enrollments/index.ts';
import { delayMsOf } from '../sequences/index.ts';
import type { Cohort, Forecast } from './forecast-model.ts';
import { forecast } from './forecast.ts';
import { leadProvider } from './match-provider.ts';
import {
  accountStates,
  readCampaign,
  type PlannedCampaignState,
  type ReadDemandPorts,
} from './read-demand.ts';

export interface GetForecastPorts extends ReadDemandPorts {
  readonly counts: Pick<EnrollmentCounts, 'read'>;
  readonly clock: Clock;
  readonly horizonMs: number;
}

/** The emails of a campaign that are left, by day. It counts as active, whatever its status is. @throws AppError not_found. */
export async function getForecast(ports: GetForecastPorts, id: string): Promise<Forecast> {
  const state = await readCampaign(ports, id);
  if (state === undefined) throw notFound();
  const { campaign, steps, accounts } = state;
  const time = { nowMs: ports.clock.now(), horizonMs: ports.horizonMs };
  const accountIds = accounts.map((account) => account.id);
  const states = accountStates(state, await ports.planned.accounts(accountIds), time);
  const counts = (await ports.counts.read([id])).get(id);
  const cohorts = await ports.due.cohorts(id, {
    accountIds,
    total: (counts?.pending ?? 0) + (counts?.active ?? 0),
    status: campaign.status === 'draft' ? 'pending' : 'active',
  });
  return forecast({
    ...time,
    settings: campaign,
    delaysMs: steps.map((step, index) => (index === 0 ? 0 : delayMsOf(step))),
    days: state.planned.days,
    accounts: states.map(({ account }) => ({ ...account, turnMs: Number.POSITIVE_INFINITY })),
    cohorts: cohorts.flatMap((cohort) => toCohort(cohort, state, time.nowMs)),
  });
}

function toCohort(
  { zone, accountId, mailProvider, nextStep, dueAt, nextSendAt, count }: EnrollmentCohort,
  { steps, campaign }: PlannedCampaignState,
  nowMs: number,
): readonly Cohort[] {
  const stepIndex = steps.findIndex(({ step_number: number }) => number === nextStep);
  if (stepIndex === -1) return [];
  const isQueued = dueAt === null && nextSendAt !== null;
  const dueMs = Math.max(nowMs, (dueAt ?? nextSendAt)?.getTime() ?? nowMs);
  const provider = accountId === null ? leadProvider(campaign, mailProvider) : null;
  return [{ zone, accountId, mailProvider: provider, stepIndex, dueMs, isQueued, count }];
}
