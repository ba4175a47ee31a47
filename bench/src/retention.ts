import { callRest, type Stack } from '@outreach/dev';
import { seedCredential } from '@outreach/dev/seed';
import { newId } from '@outreach/service-kit';
import type { Collection, Db } from 'mongodb';
import { z } from 'zod';
import { startMailSink } from './mail-sink.ts';
import { poll } from './poll.ts';
import type { BenchInput, ProductBench } from './run-bench.ts';
import { planAll, sendAll } from './send.ts';

const ROWS_DEFAULT = 5_000_000;
/** The part of the emails that has expired. */
const EXPIRED_SHARE = 0.8;
/** Emails that other workspaces send. */
const SENT = 20_000;
const STEPS = 4;
const INSERTED_TOGETHER = 5_000;
const DAY_MS = 86_400_000;
const OLD_DAYS = 400;
const YOUNG_DAYS = 30;
const KEPT_DAYS = 365;
const WAIT = { pollMs: 250, waitMsMax: 60 * 60_000 };

export const retention: ProductBench = {
  name: 'retention',
  description:
    'a workspace with --contacts emails, of which 80 % expire: deleted rows per second, and sending beside it',
  /** The service of the stack sends nothing; a second process sends. */
  env: { SENDING_CONCURRENCY: '0' },
  contactsDefault: ROWS_DEFAULT,
  runsDefault: 1,
  run: measure,
};

type StoredRow = Readonly<{ _id: string }> & Record<string, unknown>;

async function measure(input: BenchInput): Promise<void> {
  const { stack, mongodb, contacts: count, print } = input;
  const db = mongodb.db('outreach_campaigns');
  // Gives emails of a usual size to copy.
  await sendSome(input);
  const { workspace, apiKey } = await seedCredential(stack, 'Old');
  await generate(db, { workspaceId: workspace.id, count });
  const alone = await sendSome(input);
  const deletion = await startDeletion({ db, stack, apiKey, workspaceId: workspace.id });
  const startedAtMs = performance.now();
  const beside = await sendSome(input);
  const leftThen = await deletion.left();
  const besideSeconds = secondsSince(startedAtMs);
  const ratio = ((beside / alone) * 100).toFixed(0);
  print(
    `sending: ${alone.toFixed(0)} emails/s alone, ${beside.toFixed(0)}/s beside ${((count - leftThen) / besideSeconds).toFixed(0)} deleted rows/s: ${ratio} %`,
  );
  const restMs = performance.now();
  await deletion.ended();
  const left = await deletion.left();
  print(
    `deletion alone: ${((leftThen - left) / secondsSince(restMs)).toFixed(0)} rows/s; all of it ${secondsSince(startedAtMs).toFixed(0)} s; ${left} of ${count} emails left`,
  );
}

const secondsSince = (startedAtMs: number): number => (performance.now() - startedAtMs) / 1_000;

/** Returns the emails that were stored per second. */
async function sendSome(input: BenchInput): Promise<number> {
  using sink = await startMailSink();
  const part = { ...input, contacts: SENT };
  return await sendAll(part, sink, await planAll(part, sink));
}

interface Generated {
  readonly workspaceId: string;
  readonly count: number;
}

/** Copies a sent email and its enrollment, with four emails per enrollment. */
async function generate(db: Db, { workspaceId, count }: Generated): Promise<void> {
  const sends = db.collection<StoredRow>('sends');
  const enrollments = db.collection<StoredRow>('enrollments');
  const [send, enrollment] = [await sends.findOne({ status: 'delivered' }), await enrollments.findOne()];
  if (send === null || enrollment === null) throw new Error('No email was sent.');
  const campaignId = newId('cmp');
  const own = { workspace_id: workspaceId, campaign_id: campaignId };
  for (let from = 0; from < count; from += INSERTED_TOGETHER) {
    const ids = Array.from({ length: INSERTED_TOGETHER / STEPS }, () => newId('enr'));
    await enrollments.insertMany(
      ids.map((_id) => ({ ...enrollment, ...own, _id, contact_id: newId('ct'), status: 'completed' })),
      { ordered: false, writeConcern: { w: 1 } },
    );
    const at = new Date(Date.now() - (from < count * EXPIRED_SHARE ? OLD_DAYS : YOUNG_DAYS) * DAY_MS);
    const times = { created_at: at, sent_at: at, delivered_at: at, scheduled_at: at };
    const rows = Array.from({ length: INSERTED_TOGETHER }, (_, index) => ({
      ...{ ...send, ...own, ...times },
      _id: newId('snd'),
      enrollment_id: ids[Math.floor(index / STEPS)],
      step_number: (index % STEPS) + 1,
      contact_id: newId('ct'),
    }));
    await sends.insertMany(rows, { ordered: false, writeConcern: { w: 1 } });
  }
}

interface DeletionOptions {
  readonly db: Db;
  readonly stack: Stack;
  readonly apiKey: string;
  readonly workspaceId: string;
}

/** Sets the retention of the workspace, and lets the worker begin at once. */
async function startDeletion({ db, stack, apiKey, workspaceId }: DeletionOptions) {
  const days = { sends_days: KEPT_DAYS, timeline_days: 0, inbox_days: 365 };
  const path = '/api/v1/retention/';
  await callRest(stack.baseUrl, { method: 'PUT', path, token: apiKey, body: days, answer: z.unknown() });
  const rows: Collection<StoredRow> = db.collection('retention');
  await rows.updateOne({ _id: workspaceId }, { $set: { due_at: new Date() } });
  return {
    left: async () => db.collection('sends').countDocuments({ workspace_id: workspaceId }),
    ended: async () => {
      const tomorrow = { $gt: new Date(Date.now() + DAY_MS / 2) };
      await poll(
        async () => rows.findOne({ _id: workspaceId, due_at: tomorrow }),
        (row) => row !== null,
        WAIT,
      );
    },
  };
}
