import { notFound } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import type { AudienceReader, EnrollmentCohort } from '../enrollments/index.ts';
import { delayMsOf } from '../sequences/index.ts';
import type { Cohort, Forecast } from './forecast-model.ts';
import { forecast } from './forecast.ts';
import { leadProvider } from './match-provider.ts';
import type { PlanningPorts } from './ports.ts';
import { accountStates, readCampaign, type PlannedCampaignState } from './read-demand.ts';

export interface ForecastQuery {
  readonly id: string;
  /** True to add the contacts that the launch of a draft would enroll. */
  readonly withAudience: boolean;
}

/** The emails of a campaign that are left, by day. It counts as active, whatever its status is. @throws AppError not_found. */
export async function getForecast(
  ports: PlanningPorts,
  ctx: CallContext,
  { id, withAudience }: ForecastQuery,
): Promise<Forecast> {
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
  });
  const added =
    withAudience && campaign.status === 'draft' ? await leadsOf(ports.audience, ctx, campaign) : [];
  return forecast({
    ...time,
    settings: campaign,
    delaysMs: steps.map((step, index) => (index === 0 ? 0 : delayMsOf(step))),
    days: state.planned.days,
    accounts: states.map(({ account }) => ({ ...account, turnMs: Number.POSITIVE_INFINITY })),
    cohorts: [...cohorts, ...added].flatMap((cohort) => toCohort(cohort, state, time.nowMs)),
  });
}

async function leadsOf(
  audience: AudienceReader,
  ctx: CallContext,
  campaign: PlannedCampaignState['campaign'],
): Promise<readonly EnrollmentCohort[]> {
  const { groups } = await audience.read(ctx, campaign);
  return groups.map(({ timeZone: zone, mailProvider, count }) => ({
    ...{ zone, mailProvider, count, accountId: null },
    ...{ nextStep: 1, dueAt: null, nextSendAt: null },
  }));
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
