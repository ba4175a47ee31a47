import { describe, expect, it } from '@jest/globals';
import { createWakeUp } from '@outreach/job-kit/wake-ups';
import { createLogger, type Logger } from '@outreach/service-kit';
import { claimSendsJob, type ClaimSendsOptions } from './claim-sends.job.ts';
import type { DueSend, DueSends } from './ports.ts';
import type { ReturnedClaim } from './return-claims.job.ts';
import { createEmailSender, type EmailSenderOptions } from './send-emails.job.ts';

const MINUTE_MS = 60_000;
/** Positions of waiting emails that one workspace can have. */
const WORKSPACE_POSITIONS = 2_048;
const silent = createLogger({ name: 'campaigns', level: 'silent' });

const dueOf = (number: number, workspace = 'ws_1'): DueSend => ({
  id: `snd_${workspace}_${number}`,
  workspace_id: workspace,
  sending_account_id: `acc_${workspace}_${number % 150}`,
});

function newWorld(due: Partial<DueSends> = {}) {
  const world = {
    now: 0,
    isDown: false,
    isDiskFull: false,
    isBrokerDown: false,
    isUnanswered: false,
    logged: [] as string[],
    due: { queued: [], expired: [], nextDueAt: undefined, hasMore: false, ...due },
    queries: [] as object[],
    claimed: [] as string[],
    requeued: [] as string[],
    returned: [] as ReturnedClaim[],
  };
  const clock = { now: () => world.now };
  const logger = { ...silent, info: (text: string) => world.logged.push(text) } as unknown as Logger;
  const outcomes = { add: () => undefined, isFull: () => false };
  const returns = { add: (some: readonly ReturnedClaim[]) => void world.returned.push(...some) };
  const wakeUp = createWakeUp();
  const sender = createEmailSender({
    ...({ outcomes, returns, clock, logger, wakeUp } as Partial<EmailSenderOptions>),
    slots: 50,
  } as EmailSenderOptions);
  const job = claimSendsJob({
    claims: {
      newToken: () => 'lease_1',
      findDue: async (query: object) => {
        if (world.isDown) throw new Error('The database is away.');
        world.queries.push(query);
        return Promise.resolve(world.due);
      },
      claim: async (ids: readonly string[]) => {
        world.claimed.push(...ids);
        if (world.isUnanswered) throw new Error('The connection was closed.');
        return Promise.resolve([]);
      },
      requeueExpired: async (expired: readonly DueSend[]) => {
        world.requeued.push(...expired.map(({ id }) => id));
        return Promise.resolve([]);
      },
    },
    journal: {
      claim: () => {
        if (world.isDiskFull) throw new Error('ENOSPC: no space left on device');
      },
      settle: () => undefined,
    },
    submitter: { fullAccountIds: () => [] },
    isOpen: () => false,
    hasUnsubscribes: async () => Promise.resolve(!world.isBrokerDown),
    graceMs: 15_000,
    ...{ sender, outcomes, returns, clock, logger, wakeUp },
  } as unknown as ClaimSendsOptions);
  const round = async (): Promise<void> => {
    const stopping = new AbortController();
    const running = job.run(stopping.signal);
    stopping.abort();
    await running;
  };
  return { world, sender, round };
}

describe('claimSendsJob', () => {
  it('gives every reserved position back when the journal cannot be written', async () => {
    const queued = Array.from({ length: 500 }, (_, number) => dueOf(number));
    const { world, round } = newWorld({ queued });
    world.isDiskFull = true;
    for (let failures = 0; failures < 12; failures += 1) await round();
    expect(world.claimed).toEqual([]);
    world.isDiskFull = false;
    await round();
    expect(world.claimed).toHaveLength(queued.length);
  });

  it('claims nothing before the unsubscribes at the broker are stored, and logs the wait once', async () => {
    const { world, round } = newWorld({ queued: [dueOf(1)] });
    world.isBrokerDown = true;
    await round();
    await round();
    expect(world.claimed).toEqual([]);
    expect(world.logged).toEqual(['no email is sent until the unsubscribes at the broker are stored']);
    world.isBrokerDown = false;
    await round();
    expect(world.claimed).toEqual([dueOf(1).id]);
  });

  it('gives a claim back that has no answer, with a later time than that of the claim', async () => {
    const { world, round } = newWorld({ queued: [dueOf(1)] });
    world.isUnanswered = true;
    await round();
    const { id, workspace_id: workspaceId } = dueOf(1);
    const claim = { id, workspaceId, token: 'lease_1' };
    expect(world.returned).toEqual([{ claim, dueAt: new Date(world.now + 1), reason: 'unanswered' }]);
  });

  it('leaves positions for other workspaces when one has its share of them', async () => {
    const { world, sender, round } = newWorld();
    let taken = 0;
    for (let number = 0; number < 2 * WORKSPACE_POSITIONS; number += 1)
      if (sender.reserve(dueOf(number, 'ws_slow'))) taken += 1;
    expect(taken).toBe(WORKSPACE_POSITIONS);
    const neighbor = Array.from({ length: 5 }, (_, number) => dueOf(number, 'ws_neighbor'));
    world.due = { ...world.due, queued: neighbor };
    await round();
    expect(world.queries).toMatchObject([{ exceptWorkspaceIds: ['ws_slow'] }]);
    expect(world.claimed).toEqual(neighbor.map(({ id }) => id));
  });

  it('queues expired claims again only when other workers had time to commit after an outage', async () => {
    const { world, round } = newWorld({ expired: [dueOf(1)] });
    world.isDown = true;
    await expect(round()).rejects.toThrow('away');
    world.isDown = false;
    world.now = 10 * MINUTE_MS;
    await round();
    world.now += 14_999;
    await round();
    expect(world.requeued).toEqual([]);
  });

  it('queues expired claims again while the database is reachable', async () => {
    const { world, round } = newWorld({ expired: [dueOf(1)] });
    for (const now of [0, 5_000, 10_000, 14_999]) {
      world.now = now;
      await round();
    }
    expect(world.requeued).toEqual([]);
    world.now = 15_000;
    await round();
    expect(world.requeued).toEqual([dueOf(1).id]);
  });

  it('takes a long time without a round for an outage: a call may have waited for the database', async () => {
    const { world, round } = newWorld();
    for (const now of [0, 5_000, 10_000, 15_000]) {
      world.now = now;
      await round();
    }
    world.due = { ...world.due, expired: [dueOf(1)] };
    world.now = 10 * MINUTE_MS;
    await round();
    expect(world.requeued).toEqual([]);
  });
});
