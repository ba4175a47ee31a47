import { AppError } from '@outreach/errors';
import { queuedSend, type Send } from '../sends/index.ts';
import type { AccountState } from './account-state.ts';
import { endUnplannable } from './end-unplannable.ts';
import { plan } from './plan.ts';
import type { PlannedEmail, PlanResult } from './plan-model.ts';
import type { PlanningPorts } from './ports.ts';
import { repairPlanned } from './repair-planned.ts';
import {
  accountStates,
  readCampaign,
  readDemand,
  type Demand,
  type Due,
  type PlannedCampaignState,
} from './read-demand.ts';
import { dayText } from './send-window.ts';

/** Emails per transaction. */
export const EMAILS_PER_BATCH_MAX = 500;
/** Emails that are due within this time start the sending worker. */
const SOON_MS = 5_000;
/** The health of an account can rise without a change of the account. */
const UNHEALTHY_RETRY_MS = 60 * 60 * 1_000;
/** The shortest pause before the campaign is planned again. */
const PAUSE_MS_MIN = 1_000;

export interface PlannedBatch {
  /** When the campaign has to be planned next; null until a request. */
  readonly nextAt: Date | null;
  /** True if further emails can be planned at once. */
  readonly hasMore: boolean;
}

/** Queues the emails of a campaign that can be sent until the horizon, at most a batch of them. */
export async function planCampaign(ports: PlanningPorts, id: string): Promise<PlannedBatch> {
  const state = await readCampaign(ports, id);
  if (state?.campaign.status !== 'active') return { nextAt: null, hasMore: false };
  if (await ports.guard.checkAccounts(state.campaign, state.accounts))
    return { nextAt: null, hasMore: false };
  const time = { nowMs: ports.clock.now(), horizonMs: ports.horizonMs };
  const accountIds = state.accounts.map((account) => account.id);
  const states = accountStates(state, await ports.planned.accounts(accountIds), time);
  const query = { ...time, max: EMAILS_PER_BATCH_MAX };
  const demand = await readDemand(ports, state, { states, query });
  if (await endUnplannable(ports, state, demand)) return { nextAt: null, hasMore: true };
  const committed = await tryCommit(ports, { state, demand, nowMs: time.nowMs });
  if (committed === undefined) return { nextAt: null, hasMore: true };
  const { result } = committed;
  return {
    hasMore: result.emails.length >= EMAILS_PER_BATCH_MAX || (demand.isTruncated && result.emails.length > 0),
    nextAt: nextTime({ ...committed, ...time, state, demand }),
  };
}

interface CommitInput {
  readonly state: PlannedCampaignState;
  readonly demand: Demand;
  readonly nowMs: number;
}

interface Committed {
  readonly result: PlanResult<Due>;
  readonly states: readonly AccountState[];
}

/** Undefined if another request has changed an enrollment since the demand was read: it has to be read again. */
async function tryCommit(ports: PlanningPorts, input: CommitInput): Promise<Committed | undefined> {
  try {
    return await ports.transactions.run(async () => commitPlan(ports, input));
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.kind === 'conflict') return undefined;
    if (!ports.sends.isAddedTwice(thrown)) throw thrown;
    const items = input.demand.queues.flatMap((queue) => queue.items);
    const ids = items.flatMap(({ enrollment }) => (enrollment === undefined ? [] : [enrollment.id]));
    if ((await repairPlanned(ports, ids)) === 0) throw thrown;
    return undefined;
  }
}

/**
 * Part of a transaction: plans the due steps with the current places of the accounts and of the campaign, and stores the
 * sends. Concurrent planners write the same places, so one of them conflicts and runs again.
 */
async function commitPlan(ports: PlanningPorts, { state, demand, nowMs }: CommitInput): Promise<Committed> {
  const { campaign } = state;
  const current = await ports.campaigns.findById(campaign.id);
  if (current?.version !== campaign.version) throw new AppError('conflict', 'The campaign has changed.');
  const planned = await ports.planned.campaign(campaign.id);
  const accountIds = state.accounts.map((account) => account.id);
  const time = { nowMs, horizonMs: ports.horizonMs };
  const states = accountStates(state, await ports.planned.accounts(accountIds), time);
  const result = plan<Due>({
    nowMs,
    settings: campaign,
    days: planned.days,
    accounts: states.map(({ account }) => account),
    queues: demand.queues,
    random: ports.random,
    max: EMAILS_PER_BATCH_MAX,
  });
  if (result.emails.length > 0) await store(ports, { ...state, planned }, { result, states, nowMs });
  return { result, states };
}

async function store(
  ports: PlanningPorts,
  state: PlannedCampaignState,
  { result, states, nowMs }: Committed & { readonly nowMs: number },
): Promise<void> {
  const at = new Date(nowMs);
  const emails = result.emails.flatMap((email) => toEmail(email, state, states));
  await ports.enrollments.writePlanned(
    emails.map(({ enrollment: { id, version }, email }) => ({
      id,
      version,
      at,
      sendAt: new Date(email.atMs),
      sendingAccountId: email.accountId,
    })),
  );
  await ports.sends.add(emails.map((email) => toSend(email, state, { id: ports.newId('snd'), at })));
  await ports.planned.take({
    campaignId: state.campaign.id,
    at,
    campaign: { days: campaignDays(result.emails), known: state.planned },
    accounts: accountPlaces(result, states),
  });
  if (emails.some(({ email }) => email.atMs <= nowMs + SOON_MS))
    ports.transactions.afterCommit(() => ports.sendWakeUp.raise());
}

interface Email {
  readonly email: PlannedEmail<Due>;
  readonly enrollment: NonNullable<Due['enrollment']>;
  readonly step: PlannedCampaignState['steps'][number];
  readonly account: AccountState;
}

function toEmail(
  email: PlannedEmail<Due>,
  { steps }: PlannedCampaignState,
  states: readonly AccountState[],
): readonly Email[] {
  const { enrollment } = email.item;
  // An account has got room since the demand was read.
  if (enrollment === undefined) throw new AppError('conflict', 'The due steps have to be read again.');
  const step = steps.find(({ step_number: number }) => number === enrollment.next_step);
  const account = states.find(({ account: { id } }) => id === email.accountId);
  if (step === undefined || account === undefined)
    throw new Error('A planned email has a step and an account.');
  return [{ email, enrollment, step, account }];
}

function toSend(
  { email, enrollment, step, account }: Email,
  { campaign }: PlannedCampaignState,
  { id, at }: { readonly id: string; readonly at: Date },
): Send {
  return queuedSend({
    id,
    workspace_id: campaign.workspace_id,
    campaign_id: campaign.id,
    enrollment_id: enrollment.id,
    sequence_id: campaign.sequence_id,
    contact_id: enrollment.contact_id,
    contact_email: enrollment.contact_email,
    step_id: step.id,
    step_number: step.step_number,
    sending_account_id: email.accountId,
    from_email: account.email,
    scheduled_at: new Date(email.atMs),
    account_day: dayText(email.accountDay),
    campaign_day: dayText(email.campaignDay),
    created_at: at,
  });
}

function campaignDays(
  emails: readonly PlannedEmail<Due>[],
): ReadonlyMap<string, { readonly planned: number; readonly new_leads: number }> {
  return new Map(
    [...Map.groupBy(emails, ({ campaignDay }) => campaignDay)].map(([day, own]) => [
      dayText(day),
      { planned: own.length, new_leads: own.filter(({ queue }) => queue.accountId === null).length },
    ]),
  );
}

function accountPlaces({ emails, freeAtMs }: PlanResult<Due>, states: readonly AccountState[]) {
  const byAccount = Map.groupBy(emails, ({ accountId }) => accountId);
  return states.flatMap(({ account: { id, freeAtMs: previousMs }, planned: known, turn }) => {
    const own = byAccount.get(id);
    if (own === undefined) return [];
    const days = Map.groupBy(own, ({ accountDay }) => accountDay);
    return [
      {
        accountId: id,
        known,
        nextFreeAt: new Date(freeAtMs.get(id) ?? previousMs),
        usedMs: turn.usedMs + own.reduce((sum, { gapMs }) => sum + gapMs, 0),
        days: new Map([...days].map(([day, ofDay]) => [dayText(day), ofDay.length])),
      },
    ];
  });
}

interface NextTimeInput extends Committed {
  readonly state: PlannedCampaignState;
  readonly demand: Demand;
  readonly nowMs: number;
  readonly horizonMs: number;
}

/** The time at which something can be planned again; null if only a change of a record makes it possible. */
function nextTime({ state, demand, result, states, nowMs, horizonMs }: NextTimeInput): Date | null {
  const { campaign, accounts } = state;
  const times: number[] = [];
  if (result.next !== undefined) times.push(result.next.atMs - leadTime(result, states, horizonMs));
  if (demand.nextDueAt !== undefined) times.push(demand.nextDueAt.getTime() - horizonMs / 2);
  const isUnhealthy = accounts.some(
    ({ status, health_score: health }) => status === 'active' && health < campaign.min_health_score,
  );
  if (isUnhealthy) times.push(nowMs + UNHEALTHY_RETRY_MS);
  if (times.length === 0) return null;
  return new Date(Math.max(nowMs + PAUSE_MS_MIN, Math.min(...times)));
}

/** How long before the time of an email it is planned: half the horizon, or the lookahead of the campaign's turn. */
function leadTime(
  { next, emails }: PlanResult<Due>,
  states: readonly AccountState[],
  horizonMs: number,
): number {
  const turn = states.find(({ account: { id } }) => id === next?.accountId)?.turn;
  if (turn?.isShared !== true) return horizonMs / 2;
  return emails.some(({ accountId }) => accountId === next?.accountId) ? turn.lengthMs : turn.lookaheadMs;
}
