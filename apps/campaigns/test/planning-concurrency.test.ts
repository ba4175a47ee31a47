import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { newPlanningWorkspace, startPlanning, type PlanningWorkspace } from './planning-harness.ts';

const campaigns = await sharedByTests(startPlanning);
await sharedByTests(campaigns.startReplica);
const CAMPAIGNS = 4;
const CONTACTS = 60;
const NO_GAPS = { min_gap_seconds: 0, max_gap_seconds: 0 };
let own: PlanningWorkspace;

beforeEach(async () => {
  own = await newPlanningWorkspace(campaigns);
});

const allSends = async (ids: readonly string[]) =>
  (await Promise.all(ids.map(async (id) => own.sends(id)))).flat();

describe('two planners', () => {
  it('never plan more emails than accounts and campaigns allow, and each step once', async () => {
    await own.setAccount(own.accountId, { ...NO_GAPS, daily_limit: 50 });
    const accounts = [own.accountId, await own.newAccount({ ...NO_GAPS, daily_limit: 40 })];
    const ids = await Promise.all(
      Array.from({ length: CAMPAIGNS }, async () =>
        own.write(
          { sending_account_ids: accounts, daily_send_limit: 30 },
          Array.from({ length: CONTACTS }, () => ({})),
        ),
      ),
    );
    for (let round = 0; round < 10; round += 1) await Promise.all(ids.map(own.requestPlan));
    await eventually(async () => expect(await allSends(ids)).toHaveLength(90));
    for (let round = 0; round < 10; round += 1) await Promise.all(ids.map(own.requestPlan));
    await eventually(async () => {
      for (const id of ids)
        expect(await own.mark(id)).toMatchObject({ lease_token: null, next_at: expect.any(Date) });
    });
    const sends = await allSends(ids);
    const countOf = (keyOf: (send: (typeof sends)[number]) => string) =>
      [...Map.groupBy(sends, keyOf).values()].map((group) => group.length).toSorted();
    expect(sends).toHaveLength(90);
    expect(countOf(({ sending_account_id: id }) => id)).toEqual([40, 50]);
    expect(Math.max(...countOf(({ campaign_id: id }) => id))).toBeLessThanOrEqual(30);
    expect(new Set(countOf(({ enrollment_id: id }) => id))).toEqual(new Set([1]));
  });

  it('serve every campaign that shares an account', async () => {
    await own.setAccount(own.accountId, { min_gap_seconds: 5, max_gap_seconds: 5, daily_limit: 300 });
    const ids = await Promise.all(
      Array.from({ length: CAMPAIGNS }, async () =>
        own.write(
          {},
          Array.from({ length: CONTACTS }, () => ({})),
        ),
      ),
    );
    await eventually(async () => expect((await allSends(ids)).length).toBeGreaterThan(3));
    const sends = (await allSends(ids))
      .map(({ scheduled_at: at }) => at.getTime())
      .toSorted((one, other) => one - other);
    for (const [index, at] of sends.slice(1).entries())
      expect(at - (sends[index] ?? 0)).toBeGreaterThanOrEqual(5_000);
  });
});
