import { createServiceBase } from '@outreach/app-kit';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger, newId } from '@outreach/service-kit';
import { createFakeClock, testEnvironment } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { campaignsService } from '../src/app.ts';
import { createPlanMarks } from '../src/planning/index.ts';

const MINUTE_MS = 60_000;
const START_MS = Date.parse('2026-02-02T09:00:00.000Z');
const clock = createFakeClock(START_MS);
const { base, marks, queue } = await sharedByTests(async () => {
  const { env } = await testEnvironment('campaigns');
  const config = campaignsService.config.load({ ...env, CONTACTS_ADDRESS: '127.0.0.1:1' });
  const made = createServiceBase('campaigns', config, {
    logger: createLogger({ name: 'campaigns', level: 'silent' }),
    clock,
  });
  const planMarks = createPlanMarks(made);
  await made.mongo.start();
  return { ...planMarks, base: made, stop: async () => made.mongo.stop() };
});
let workspaceId: string;
let id: string;

beforeEach(() => {
  workspaceId = newId('ws');
  id = newId('cmp');
  clock.set(clock.now() + MINUTE_MS);
});

const inWorkspace = async <T>(work: () => Promise<T>): Promise<T> => base.inWorkspace({ workspaceId }, work);
const after = (minutes: number): Date => new Date(clock.now() + minutes * MINUTE_MS);
const request = async (minutes: number): Promise<void> =>
  inWorkspace(async () => base.units.unitOfWork(async () => marks.request([id], after(minutes))));
const stored = async () => {
  const mark = await base.mongo.connection.collection<{ _id: string }>('plan_marks').findOne({ _id: id });
  return mark as unknown as {
    next_at: Date | null;
    due_at: Date | null;
    wanted_at: Date | null;
    lease_token: string | null;
  };
};
const claim = async () => {
  const { claims } = await queue.claim({ max: 10 });
  const own = claims.find((one) => one.id === id);
  if (own === undefined) throw new Error('The campaign is not due.');
  return own;
};
const end = async (claimed: Awaited<ReturnType<typeof claim>>, minutes: number | null): Promise<boolean> =>
  inWorkspace(async () => queue.end(claimed, minutes === null ? null : after(minutes)));

describe('a request to plan a campaign', () => {
  it('keeps the earliest time, and writes nothing for a later one', async () => {
    await request(10);
    await request(5);
    const before = await stored();
    expect(before).toMatchObject({ next_at: after(5), due_at: after(5) });
    await inWorkspace(async () =>
      base.units.unitOfWork(async () => {
        await marks.request([id], after(7));
        // A concurrent write of the mark does not conflict with the transaction: it has not written the mark.
        await base.mongo.connection
          .collection<{ _id: string }>('plan_marks')
          .updateOne({ _id: id }, { $set: { attempts: 3 } }, { maxTimeMS: 1_000 });
      }),
    );
    expect(await stored()).toMatchObject({ next_at: after(5) });
  });

  it('does not take the claim of a planner at work, and is honoured at its end', async () => {
    await request(0);
    const claimed = await claim();
    await request(3);
    await request(2);
    await request(8);
    expect(await stored()).toMatchObject({ lease_token: claimed.token, wanted_at: after(2) });
    expect(await end(claimed, 30)).toBe(true);
    expect(await stored()).toMatchObject({ next_at: after(2), wanted_at: null, lease_token: null });
  });

  it('makes a campaign due at once that was asked for during its plan', async () => {
    await request(0);
    const claimed = await claim();
    await request(0);
    await end(claimed, null);
    expect((await claim()).token).not.toBe(claimed.token);
  });
});

describe('the end of a plan', () => {
  it('is confirmed two seconds and a minute later, without a later time', async () => {
    await request(0);
    await end(await claim(), 30);
    const [next, minuteLater] = [after(30), after(1)];
    expect(await stored()).toMatchObject({ next_at: next, due_at: new Date(clock.now() + 2_000) });
    clock.advance(2_000);
    await end(await claim(), 120);
    expect(await stored()).toMatchObject({ next_at: next, due_at: minuteLater });
    clock.set(minuteLater.getTime());
    await end(await claim(), 120);
    expect(await stored()).toMatchObject({ next_at: next, due_at: next });
  });

  it('with nothing left to plan leaves the campaign alone until a request', async () => {
    await request(0);
    await end(await claim(), null);
    for (const passedMs of [2_000, MINUTE_MS]) {
      clock.advance(passedMs);
      await end(await claim(), null);
    }
    expect(await stored()).toMatchObject({ next_at: null, due_at: null });
    await request(4);
    expect(await stored()).toMatchObject({ next_at: after(4), due_at: after(4) });
  });

  it('finds a request of a transaction that committed during the plan, without its write, after two seconds', async () => {
    await request(0);
    await inWorkspace(async () =>
      base.units.unitOfWork(async () => {
        await marks.request([id], after(0));
        await end(await claim(), null);
      }),
    );
    expect(await stored()).toMatchObject({ next_at: null, due_at: new Date(clock.now() + 2_000) });
  });

  it('changes nothing after the claim was lost', async () => {
    await request(0);
    const lost = await claim();
    clock.advance(MINUTE_MS);
    const current = await claim();
    expect(await end(lost, null)).toBe(false);
    expect(await end(current, 5)).toBe(true);
    expect(await stored()).toMatchObject({ next_at: after(5) });
  });
});
