import { describe, expect, it } from '@jest/globals';
import { createWakeUp } from '@outreach/job-kit/wake-ups';
import { connectMongo } from '@outreach/mongo-kit';
import { createLogger, newId } from '@outreach/service-kit';
import { createFakeClock, eventually } from '@outreach/testing';
import { testMongoUri, uniqueName } from '@outreach/testing/servers';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createClaimReturns, type ReturnReason } from '../src/sending/return-claims.job.ts';
import { createSendClaims } from '../src/sending/send-claims.store.ts';
import { settleJournalsJob, type SettleJournalsOptions } from '../src/sending/settle-journals.job.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const mongo = await sharedByTests(async () => {
  const connected = connectMongo({
    uri: testMongoUri(),
    database: uniqueName('claims'),
    appName: 'test',
    logger,
  });
  await connected.start();
  return connected;
});
const clock = createFakeClock();
const claims = createSendClaims({ ...mongo, clock, ids: newId });
const wakeUp = createWakeUp();

/** A queued email whose claim by this worker has no answer. */
async function startClaim() {
  const id = newId('snd');
  const workspaceId = newId('ws');
  const atMs = clock.now();
  const rows = mongo.connection.collection<{ _id: string; attempts: number; due_at: Date }>('sends');
  const row = { workspace_id: workspaceId, status: 'queued', attempts: 0, due_at: new Date(atMs) };
  await rows.insertOne({ _id: id, ...row });
  const token = claims.newToken();
  return {
    claim: { id, workspaceId, token },
    /** The database applies the claim as the worker has sent it, whatever time it is. */
    arrive: async () =>
      createSendClaims({ ...mongo, clock: { now: () => atMs }, ids: newId }).claim([id], token),
    read: async () => rows.findOne({ _id: id }),
    rows,
  };
}

type StartedClaim = Awaited<ReturnType<typeof startClaim>>;

/** The worker waits for the answer, and gives the claim back. */
async function returnUnanswered({ claim }: StartedClaim, reason: ReturnReason = 'unanswered'): Promise<void> {
  const settled: string[] = [];
  const journal = { settle: (ids: readonly string[]) => void settled.push(...ids) };
  const returns = createClaimReturns({ claims, journal, wakeUp, logger });
  returns.add([{ claim, dueAt: new Date(clock.now() + 1), reason }]);
  await eventually(() => expect(settled).toEqual([claim.id]));
  await returns.stop?.();
}

/** Another process of the machine reads the journal of the worker, which has died. */
async function settleJournal({ claim: { id, workspaceId, token } }: StartedClaim): Promise<void> {
  clock.advance(1);
  const stopping = new AbortController();
  const record = { kind: 'claim', token, sends: [[id, workspaceId]] } as const;
  const readJournals = () => [{ records: [record], remove: () => stopping.abort() }];
  const options = { claims, clock, wakeUp, logger, readJournals } as unknown as SettleJournalsOptions;
  await settleJournalsJob(options).run(stopping.signal);
}

describe.each([
  ['whose worker lives', returnUnanswered],
  ['whose worker has died', settleJournal],
])('a claim without an answer, %s', (_title, giveBack) => {
  it('is given back if the database has applied it', async () => {
    const started = await startClaim();
    await started.arrive();
    expect(await started.read()).toMatchObject({ status: 'sending', attempts: 1 });
    await giveBack(started);
    expect(await started.read()).toMatchObject({ status: 'queued', attempts: 0, lease_token: null });
  });

  it('changes nothing if the database applies it after it was given back', async () => {
    const started = await startClaim();
    await giveBack(started);
    const before = await started.read();
    expect(await started.arrive()).toEqual([]);
    expect(await started.read()).toEqual(before);
    clock.advance(1);
    expect(await claims.claim([started.claim.id], claims.newToken())).toHaveLength(1);
  });

  it('leaves the claim of another worker and later times as they are', async () => {
    const [taken, later] = [await startClaim(), await startClaim()];
    await taken.rows.updateOne(
      { _id: taken.claim.id },
      { $set: { status: 'sending', lease_token: 'other' } },
    );
    await later.rows.updateOne({ _id: later.claim.id }, { $set: { due_at: new Date(clock.now() + 60_000) } });
    const before = [await taken.read(), await later.read()];
    await giveBack(taken);
    await giveBack(later);
    expect([await taken.read(), await later.read()]).toEqual(before);
  });
});
