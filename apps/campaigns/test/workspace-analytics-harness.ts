import type {
  AnalyticsQuery as AnalyticsQueryMessage,
  GetAnalyticsSummaryResponse,
  SummaryMetrics,
} from '@outreach/contracts-campaigns/gen/analytics.ts';
import { newId, type CallContext } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { ACCOUNT, written } from './accounts-harness.ts';
import type { CampaignsUnderTest } from './campaigns-harness.ts';
import { AT, createWorld, type OutcomesUnderTest, type World } from './outcomes-harness.ts';
import { diceOf, randomOutcome, type Dice } from './random-outcomes.ts';

const DAYS = 40;
const DAY_MS = 86_400_000;

/** The service, and its recorder of outcomes on the same database. */
export interface AnalyticsServices {
  readonly campaigns: CampaignsUnderTest;
  readonly outcomes: OutcomesUnderTest;
}

export const SCOPES: ReadonlySet<string> = new Set(['campaigns:read', 'campaigns:write']);
export const callOf = (workspaceId: string): CallContext =>
  testCall(workspaceId, { agencyId: newId('agc'), scopes: new Set(SCOPES) });

export interface Workspace {
  /** A new call, with its own deadline. */
  readonly ctx: CallContext;
  readonly worlds: readonly World[];
  readonly clientId: string;
  readonly accountIds: readonly string[];
  readonly dice: Dice;
}

/** Four campaigns, two of a client and one without emails, with random outcomes in two accounts. */
export async function createWorkspace(
  { campaigns, outcomes }: AnalyticsServices,
  seed: number,
): Promise<Workspace> {
  const dice = diceOf(seed);
  const workspaceId = newId('ws');
  const ctx = callOf(workspaceId);
  const clientId = newId('cli');
  campaigns.contacts.clients.add(clientId);
  const accountIds = await Promise.all(
    ['anna', 'bob'].map(async (name) => {
      const email = `${name}@shop.test`;
      const created = await campaigns.client.createSendingAccount(ctx, written({ ...ACCOUNT, email }));
      return String(created.account?.id);
    }),
  );
  const world = async (count: number, changes: object): Promise<World> =>
    createWorld(outcomes, count, {
      workspaceId,
      campaign: { created_at: timeFrom(dice), ...changes },
      enrolledAt: () => timeFrom(dice),
    });
  const [first = '', second = ''] = accountIds;
  const worlds = [
    await world(20, { sending_account_ids: [first], client_id: clientId }),
    await world(20, { sending_account_ids: [second] }),
    await world(20, { sending_account_ids: [second], client_id: clientId, status: 'archived' }),
    await world(0, { sending_account_ids: [second] }),
  ];
  for (let round = 0; round < 10; round += 1) {
    const { sends, record } = dice.pick(worlds);
    if (sends.length > 0)
      await record(Array.from({ length: 25 }, () => randomOutcome(dice.pick(sends), dice, DAYS)));
    // Some of the changes are part of the stored sums, and some wait.
    if (dice.random() < 0.3) await campaigns.runRound('sum-count-changes');
  }
  return {
    get ctx() {
      return callOf(workspaceId);
    },
    worlds,
    clientId,
    accountIds,
    dice,
  };
}

/** A time in the days after `AT`, often a midnight. */
function timeFrom({ random, pick }: Dice): Date {
  const ms = AT.getTime() + Math.floor(random() * DAYS * DAY_MS);
  return new Date(pick([ms, Math.floor(ms / DAY_MS) * DAY_MS]));
}

export type Calendar = Omit<AnalyticsQueryMessage, 'campaign_id'>;
export const WHOLE_LIFE: Calendar = { from: undefined, to: undefined, granularity: 'day', time_zone: 'UTC' };

export function randomCalendar(dice: Dice): Calendar {
  const { pick } = dice;
  const [from, to] = [timeFrom(dice), timeFrom(dice)].sort((one, other) => one.getTime() - other.getTime());
  const isEmpty = from?.getTime() === to?.getTime();
  return {
    from: pick([from, undefined]),
    to: isEmpty ? undefined : pick([to, undefined]),
    granularity: pick(['hour', 'day', 'week']),
    time_zone: pick(['UTC', 'Europe/Berlin', 'Asia/Kathmandu']),
  };
}

export type Numbers = Readonly<Record<string, number>>;

/** The counters of a summary by name, with those of its periods; without rates, and without zeros. */
export function countersOf({ metrics, funnel, time_series: series }: GetAnalyticsSummaryResponse): Numbers {
  const periods = series.map(({ period, counts }) => prefixed(`${period?.toISOString()} `, { ...counts }));
  return withoutZeros(Object.assign({}, countersIn(metrics), prefixed('funnel ', { ...funnel }), ...periods));
}

export function countersIn(metrics: SummaryMetrics | undefined): Numbers {
  const { campaign, ...rest } = metrics ?? { campaign: undefined };
  const all: Numbers = { ...campaign, ...rest };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !name.endsWith('_rate')));
}

function prefixed(prefix: string, numbers: Numbers): Numbers {
  return Object.fromEntries(Object.entries(numbers).map(([name, number]) => [`${prefix}${name}`, number]));
}

export function withoutZeros(numbers: Numbers): Numbers {
  return Object.fromEntries(Object.entries(numbers).filter(([, number]) => number !== 0));
}

export function sumOf(all: readonly Numbers[]): Numbers {
  const sums: Record<string, number> = {};
  for (const numbers of all)
    for (const [name, number] of Object.entries(numbers)) sums[name] = (sums[name] ?? 0) + number;
  return withoutZeros(sums);
}
