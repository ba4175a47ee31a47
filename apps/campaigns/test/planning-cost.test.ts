import { describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { enrollmentOf } from './campaigns-harness.ts';
import { newPlanningWorkspace, startPlanning, type PlanningWorkspace } from './planning-harness.ts';

const campaigns = await sharedByTests(startPlanning);
const { database } = campaigns;
const own = await newPlanningWorkspace(campaigns);
const ZONES = [null, 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'];
const MIDDAY = { send_window_start: 11, send_window_end: 14 };
const EMAILS = 100;
const ROWS_PER_INSERT = 1_000;

interface Profiled {
  readonly keysExamined?: number;
  readonly docsExamined?: number;
}

/** The index keys and documents of enrollments that the plan of a campaign examines. */
async function examinedFor({ enrollments }: { readonly enrollments: number }): Promise<number> {
  const id = await writeCampaign(own, enrollments);
  await database.command({ profile: 2 });
  await own.requestPlan(id);
  await eventually(async () => expect(await own.sends(id)).toHaveLength(EMAILS));
  await eventually(async () =>
    expect(await own.mark(id)).toMatchObject({ lease_token: null, next_at: expect.any(Date) }),
  );
  await database.command({ profile: 0 });
  const profiled = await database
    .collection<Profiled>('system.profile')
    .find({
      ns: `${database.databaseName}.enrollments`,
      op: { $in: ['query', 'command', 'getmore', 'update'] },
    })
    .toArray();
  await database.dropCollection('system.profile');
  return profiled.reduce(
    (sum, { keysExamined = 0, docsExamined = 0 }) => sum + keysExamined + docsExamined,
    0,
  );
}

/** A campaign that may send a hundred emails today; most of its contacts are in zones with a closed window. */
async function writeCampaign({ ctx, newAccount, write }: PlanningWorkspace, count: number): Promise<string> {
  const account = await newAccount({ daily_limit: 1_000, min_gap_seconds: 0, max_gap_seconds: 0 });
  const id = await write({ sending_account_ids: [account], daily_send_limit: EMAILS, ...MIDDAY }, []);
  await eventually(async () =>
    expect(
      await campaigns.database.collection<{ _id: string }>('plan_marks').findOne({ _id: id }),
    ).toMatchObject({ next_at: null, lease_token: null }),
  );
  for (let from = 0; from < count; from += ROWS_PER_INSERT)
    await campaigns.enroll(
      ...Array.from({ length: ROWS_PER_INSERT }, (_, index) =>
        enrollmentOf(
          { workspaceId: ctx.workspaceId, contactId: newId('ct') },
          { campaign_id: id, time_zone: ZONES[index % ZONES.length] ?? null },
        ),
      ),
    );
  return id;
}

describe('the cost of planning', () => {
  it('does not grow with the enrollments of the campaign', async () => {
    const small = await examinedFor({ enrollments: 1_000 });
    const large = await examinedFor({ enrollments: 5_000 });
    expect(small).toBeGreaterThan(EMAILS);
    expect(large).toBeLessThan(EMAILS * 6);
    expect(Math.abs(large - small)).toBeLessThan(EMAILS);
  });
});
