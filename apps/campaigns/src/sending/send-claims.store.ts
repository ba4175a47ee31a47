import {
  createLeasedRows,
  type LeasedChange,
  type LeasedRow,
  type LeasedRows,
} from '@outreach/job-kit/leased-rows';
import { runAsSystem } from '@outreach/mongo-kit';
import type { Clock, NewId } from '@outreach/service-kit';
import type { Connection } from 'mongoose';
import type { SentMessage } from '../outcomes/index.ts';
import { fromSendDocument, sendModel, WORK_DUE, type SendDocument } from '../sends/index.ts';
import type {
  Claim,
  ClaimedSend,
  DueQuery,
  DueSend,
  DueSends,
  PlacedClaim,
  ReturnedSend,
  SendClaims,
} from './ports.ts';

/** Longer than the wait in this process, the longest dialog and the commit of its outcome: `requireFit` checks it. */
export const LEASE_MS = 10 * 60_000;
/** A worker that lives commits a late outcome within this time after the lease. */
const GRACE_MS = 15_000;
const REASON = 'workers send the emails of all workspaces';
/** The next due send is searched this far ahead. */
const AHEAD_MS = 60_000;

export interface SendClaimsOptions {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly ids: NewId;
}

export function createSendClaims(options: SendClaimsOptions): SendClaims {
  const { connection, clock, ids } = options;
  const sends = sendModel(connection);
  const now = (): Date => new Date(clock.now());
  const rows = createLeasedRows<SendDocument>({
    model: sends,
    clock,
    ids,
    leaseMs: LEASE_MS,
    index: WORK_DUE,
  });
  const changeAll = async (changes: readonly LeasedChange<SendDocument>[]): Promise<number> =>
    changes.length - (await rows.changeAll(changes));
  return {
    newToken: () => ids('lease'),
    findDue: async (query) => findDue(rows, query),
    oldestDueAt: async () => {
      const { due } = await rows.findDue({ max: 1, fields: ['due_at'], aheadMs: 0 });
      return due[0]?.due_at ?? undefined;
    },
    claim: async (sendIds, token) => runAsSystem(REASON, async () => claim({ sends, now }, sendIds, token)),
    refuseClaimsBefore: async (sendIds, time) => {
      const earlier = { _id: { $in: [...sendIds] }, status: 'queued' as const, due_at: { $lt: time } };
      await runAsSystem(REASON, async () => sends.updateMany(earlier, { $set: { due_at: time } }));
    },
    giveBack: async (claims) => {
      await changeAll(claims.map(returned));
    },
    hold: async (claims) => {
      await changeAll(claims.map((one) => givenBack(one, null)));
    },
    place: async (claims) => {
      const lostCount = await rows.changeAll(claims.map(placed));
      if (lostCount > 0) throw new Error('A claim was lost before its retry was placed.');
    },
    requeueExpired: async (expired) => requeueExpired({ sends, now }, expired),
    recordRendering: async (claims) => recordRendering(sends, claims),
    requeueUnknown: async (claims) =>
      changeAll(
        claims.map((one) => ({
          leased: toLeased(one),
          update: { $set: queuedAt(now()), $inc: { unknown_count: 1 } },
        })),
      ),
    markUnknown: async (one) => {
      await changeAll([{ leased: toLeased(one), update: { $inc: { unknown_count: 1 } } }]);
    },
  };
}

async function findDue(
  rows: LeasedRows<SendDocument>,
  { max, exceptAccountIds, exceptWorkspaceIds }: DueQuery,
): Promise<DueSends> {
  const fields = ['workspace_id', 'sending_account_id', 'status'] as const;
  const where = {
    ...(exceptAccountIds.length > 0 && { sending_account_id: { $nin: [...exceptAccountIds] } }),
    ...(exceptWorkspaceIds.length > 0 && { workspace_id: { $nin: [...exceptWorkspaceIds] } }),
  };
  const { due, nextDueAt } = await rows.findDue({ max, fields, where, aheadMs: AHEAD_MS });
  const dueSends = due.map((row) => ({ ...row, id: row._id }));
  return {
    queued: dueSends.filter(({ status }) => status === 'queued'),
    expired: dueSends.filter(({ status }) => status === 'sending'),
    nextDueAt,
    hasMore: due.length === max,
  };
}

interface Rows {
  readonly sends: ReturnType<typeof sendModel>;
  readonly now: () => Date;
}

/** A send that another worker claimed first has the token of that worker. */
async function claim(
  { sends, now }: Rows,
  ids: readonly string[],
  token: string,
): Promise<readonly ClaimedSend[]> {
  const at = now();
  const claimable = { _id: { $in: [...ids] }, status: 'queued' as const, due_at: { $lte: at } };
  const leaseEnd = new Date(at.getTime() + LEASE_MS);
  const lease = { status: 'sending', lease_token: token, due_at: leaseEnd } as const;
  const { modifiedCount } = await sends.updateMany(claimable, { $set: lease, $inc: { attempts: 1 } });
  if (modifiedCount === 0) return [];
  const found = await sends
    .find({ _id: { $in: [...ids] }, lease_token: token })
    .lean<(SendDocument & { readonly lease_token: string })[]>();
  return found.map((row) => ({ ...fromSendDocument(row), lease_token: row.lease_token }));
}

function queuedAt(dueAt: Date | null) {
  return { status: 'queued', due_at: dueAt, lease_token: null } as const;
}

function toLeased({ id, workspaceId, token }: Claim): LeasedRow {
  return { id, workspaceId, token };
}

/** The claim was no attempt. */
function givenBack(claim: Claim, dueAt: Date | null): LeasedChange<SendDocument> {
  return { leased: toLeased(claim), update: { $set: queuedAt(dueAt), $inc: { attempts: -1 } } };
}

function returned({ dueAt, isPlanned, ...claim }: ReturnedSend): LeasedChange<SendDocument> {
  const { leased, update } = givenBack(claim, dueAt);
  return isPlanned
    ? { leased, update: { ...update, $set: { ...queuedAt(dueAt), scheduled_at: dueAt } } }
    : { leased, update };
}

/** A retry that waits for another day is planned for it. */
function placed({ dueAt, account_day, campaign_day, ...claim }: PlacedClaim): LeasedChange<SendDocument> {
  const days = { account_day, campaign_day };
  if (dueAt === null) return { leased: toLeased(claim), update: { $set: days } };
  const { leased, update } = givenBack(claim, dueAt);
  return { leased, update: { ...update, $set: { ...queuedAt(dueAt), ...days, scheduled_at: dueAt } } };
}

async function recordRendering(
  sends: ReturnType<typeof sendModel>,
  claims: readonly (Claim & { readonly message: SentMessage })[],
): Promise<void> {
  if (claims.length === 0) return;
  const writes = claims.map(({ id, token, message: { sealed_rendering: sealed, ...message } }) => ({
    updateOne: {
      filter: { _id: id, lease_token: token, contact_email: { $type: 'string' as const } },
      update: { $set: { ...message, sealed_rendering: sealed === null ? null : Buffer.from(sealed) } },
    },
  }));
  await runAsSystem(REASON, async () => sends.bulkWrite(writes, { ordered: false }));
}

async function requeueExpired({ sends, now }: Rows, expired: readonly DueSend[]): Promise<readonly string[]> {
  if (expired.length === 0) return [];
  const ids = expired.map(({ id }) => id);
  const end = new Date(now().getTime() - GRACE_MS);
  return runAsSystem(REASON, async () => {
    const lost = { _id: { $in: ids }, status: 'sending' as const, due_at: { $lte: end } };
    const found = await sends.find(lost, { _id: 1, lease_token: 1 }).lean<SendDocument[]>();
    const writes = found.map(({ _id, lease_token }) => ({
      updateOne: {
        filter: { ...lost, _id, lease_token },
        update: { $set: queuedAt(now()), $inc: { unknown_count: 1 } },
      },
    }));
    if (writes.length > 0) await sends.bulkWrite(writes, { ordered: false });
    return found.map(({ _id }) => _id);
  });
}
