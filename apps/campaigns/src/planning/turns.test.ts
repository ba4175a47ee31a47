import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DueQueue, PlanAccount } from './plan-model.ts';
import { plan } from './plan.ts';
import { turnOf, type AccountUse } from './turns.ts';

const MINUTE_MS = 60_000;
const HORIZON_MS = 15 * MINUTE_MS;
const NOW = Date.UTC(2026, 5, 10, 8);
const HOUR_MS = 60 * MINUTE_MS;
const SETTINGS = {
  send_window_start: 0,
  send_window_end: 24,
  send_days: [1, 2, 3, 4, 5, 6, 7],
  daily_send_limit: 100_000,
  max_new_leads_per_day: 0,
  smart_time_gaps: false,
};
const turn = (campaignId: string, uses: Readonly<Record<string, AccountUse>>) =>
  turnOf({ campaignId, uses: new Map(Object.entries(uses)), nowMs: NOW, horizonMs: HORIZON_MS });
const use = (usedMs: number, agoMs = 1): AccountUse => ({ usedMs, atMs: NOW - agoMs });

describe('turnOf', () => {
  it('gives a campaign that is alone the whole horizon', () => {
    const whole = { lookaheadMs: HORIZON_MS, lengthMs: Number.POSITIVE_INFINITY, isShared: false };
    expect(turn('a', {})).toEqual({ ...whole, usedMs: 0 });
    expect(turn('a', { a: use(7), b: use(9, 25 * HOUR_MS) })).toEqual({ ...whole, usedMs: 7 });
  });

  it('lets the campaign that has used the account least plan farthest ahead', () => {
    const uses = { a: use(10), b: use(20), c: use(30) };
    const lookaheads = ['a', 'b', 'c'].map((id) => turn(id, uses).lookaheadMs / MINUTE_MS);
    expect(lookaheads).toEqual([15, 10, 5]);
  });

  it('counts a campaign that joins, or comes back, like the one that has used least', () => {
    const uses = { a: use(10), b: use(20), old: use(5, 2 * HOUR_MS) };
    const expected = { lookaheadMs: HORIZON_MS, usedMs: 10 };
    expect(turn('new', uses)).toMatchObject({ usedMs: 10, lengthMs: HORIZON_MS / 4 });
    expect(turn('old', uses)).toMatchObject(expected);
  });
});

/** A campaign that always has new leads, and its mark. */
interface Waiting {
  readonly id: string;
  nextMs: number;
  sent: number;
  lastAtMs: number;
}

interface Shared {
  freeAtMs: number;
  readonly uses: Map<string, AccountUse>;
  readonly gapMs: number;
}

function accountFor(
  campaign: Waiting,
  shared: Shared,
  nowMs: number,
): { account: PlanAccount; leadMs: number; afterMs: number; usedMs: number } {
  const { lookaheadMs, lengthMs, isShared, usedMs } = turnOf({
    campaignId: campaign.id,
    uses: shared.uses,
    nowMs,
    horizonMs: HORIZON_MS,
  });
  const account = {
    id: 'acc',
    zone: null,
    health: 100,
    minGapMs: shared.gapMs,
    maxGapMs: shared.gapMs,
    freeAtMs: shared.freeAtMs,
    untilMs: nowMs + lookaheadMs,
    turnMs: lengthMs,
    allowanceOn: () => 100_000,
    planned: new Map(),
    takesNewLeads: true,
    mailProvider: null,
  };
  return {
    account,
    leadMs: isShared ? lookaheadMs : HORIZON_MS / 2,
    afterMs: isShared ? lengthMs : HORIZON_MS / 2,
    usedMs,
  };
}

/** One pass of the planner over a campaign. */
function pass(campaign: Waiting, shared: Shared, nowMs: number): void {
  const { account, leadMs, afterMs, usedMs } = accountFor(campaign, shared, nowMs);
  const items = Array.from({ length: 100 }, () => ({ dueMs: nowMs, count: 1 }));
  const queues: DueQueue<{ dueMs: number; count: number }>[] = [
    { zone: null, accountId: null, mailProvider: null, items },
  ];
  const random = () => 0;
  const result = plan({
    nowMs,
    settings: SETTINGS,
    days: new Map(),
    accounts: [account],
    queues,
    random,
    max: 300,
  });
  const hasTurn = result.emails.length > 0;
  if (hasTurn) {
    shared.uses.set(campaign.id, { atMs: nowMs, usedMs: usedMs + result.emails.length * shared.gapMs });
    shared.freeAtMs = result.freeAtMs.get('acc') ?? shared.freeAtMs;
    campaign.sent += result.emails.length;
    campaign.lastAtMs = result.emails.at(-1)?.atMs ?? 0;
  }
  const atMs = result.next?.atMs ?? nowMs;
  campaign.nextMs = Math.max(nowMs + 1_000, atMs - (hasTurn ? afterMs : leadMs));
}

describe('campaigns that share an account', () => {
  it('all send, whichever of the due ones is planned first, and leave no time unused', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 6 }),
        fc.integer({ min: 10, max: 600 }),
        fc.infiniteStream(fc.nat({ max: 1_000 })),
        (count, gapSeconds, choices) => {
          const shared: Shared = { freeAtMs: 0, uses: new Map(), gapMs: gapSeconds * 1_000 };
          const waiting = Array.from({ length: count }, (_, index): Waiting => ({
            id: `c${index}`,
            nextMs: NOW,
            sent: 0,
            lastAtMs: NOW,
          }));
          const endMs = NOW + 6 * HOUR_MS;
          for (let nowMs = NOW; nowMs < endMs;) {
            const due = waiting.filter(({ nextMs }) => nextMs <= nowMs);
            const chosen = due[(choices.next().value ?? 0) % Math.max(1, due.length)];
            if (chosen !== undefined) pass(chosen, shared, nowMs);
            // A pass takes time, in which other campaigns become due.
            nowMs = Math.max(
              nowMs + 50,
              due.length > 1 ? nowMs : Math.min(...waiting.map(({ nextMs }) => nextMs)),
            );
          }
          const total = waiting.reduce((sum, { sent }) => sum + sent, 0);
          expect(total).toBeGreaterThanOrEqual(Math.floor((endMs - NOW) / shared.gapMs) * 0.9);
          for (const { sent } of waiting)
            expect(sent).toBeGreaterThanOrEqual(Math.floor((total / count) * 0.5));
        },
      ),
      { numRuns: 60 },
    );
  });
});
