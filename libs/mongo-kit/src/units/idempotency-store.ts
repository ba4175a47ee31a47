import type { ClientSession } from 'mongodb';
import type { Connection } from 'mongoose';
import { AppError, isErrorKind, notFound } from '@outreach/errors';
import { z } from 'zod';
import type { CallContext, Clock, IdempotencyTag, NewId } from '@outreach/service-kit';
import { createBatchedInserts } from '../batching/batched-inserts.ts';
import type { GroupWrite } from '../batching/group-writes.ts';
import { IDEMPOTENCY_COLLECTION, RENEWALS_COLLECTION } from './idempotency-indexes.ts';
import { idempotencyErrors } from './idempotency-errors.ts';
import { isTimeUp } from '../connection/mongo-errors.ts';
import { deriveKey, hmac, type Sealer } from '../sealing/sealer.ts';
import { bytesOf } from '../connection/stored-bytes.ts';

/** A killed process leaves its record locked until the server ends its transaction. A take-over waits no longer than this. */
const TAKE_OVER_MS_MAX = 500;
const RETENTION_MS = 24 * 60 * 60 * 1000;
export interface IdempotencyLeases {
  /** Time in ms after which another request takes over a run. A later commit of the first run fails. */
  readonly runMs: number;
  /** The same time in ms while a command waits for its external effect. */
  readonly finishMs: number;
}

const LEASES: IdempotencyLeases = { runMs: 3_000, finishMs: 35_000 };

export interface IdempotencyRow {
  _id: string;
  workspace_id: string;
  fingerprint: string;
  state: 'running' | 'effect_done' | 'completed';
  owner: string;
  lease_until: Date;
  expires_at: Date;
  /** Sealed JSON of the first step of a command with an external effect. */
  effect?: Uint8Array;
  /** Sealed reply or refusal. */
  outcome?: Uint8Array;
  /** Ids of the records that the reply is about. */
  about?: readonly string[];
}

/** The transaction that stores an outcome, and the records that the outcome is about. */
export interface StoredIn {
  readonly session: ClientSession;
  readonly about: readonly string[];
}

/** A run that this process owns. */
export interface Claim {
  readonly id: string;
  readonly owner: string;
  /** Present when an earlier run committed its first step. */
  readonly effect: { readonly value: unknown } | undefined;
}

export type Outcome = { readonly reply: Buffer } | { readonly refusal: AppError };

export type ClaimResult = { readonly claim: Claim } | { readonly outcome: Outcome } | { readonly busy: true };

export interface IdempotencyStoreOptions {
  readonly connection: Connection;
  readonly sealer: Sealer;
  readonly serviceKey: Uint8Array;
  /** Keys of earlier records, which stay readable. */
  readonly previousKeys?: readonly Uint8Array[] | undefined;
  readonly clock: Clock;
  readonly ids: NewId;
  readonly leases?: IdempotencyLeases | undefined;
}

const Refusal = z.object({
  kind: z.string().refine(isErrorKind),
  code: z.string(),
  message: z.string(),
  field: z.string().optional(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
  details: z.record(z.string(), z.unknown()),
});

/** Renewals during one lease. */
const RENEWALS_PER_LEASE = 3;

interface RenewalRow {
  /** The owner of the run. */
  _id: string;
  lease_until: Date;
}

const REPLY_TYPE = 0;
const REFUSAL_TYPE = 1;
/** Owner of records whose reply was erased. No run has this owner, so a late result cannot overwrite them. */
const ERASED = 'erased';

/** Idempotency records, in the database of the service that owns the effect. They are kept for 24 hours. */
export class IdempotencyStore {
  readonly #options: IdempotencyStoreOptions;
  readonly #leases: IdempotencyLeases;
  /** The current key, then previous keys. */
  readonly #fingerprintKeys: readonly Buffer[];
  /** Concurrent claims share a database command. */
  readonly #insert: (row: IdempotencyRow) => Promise<boolean>;

  constructor(options: IdempotencyStoreOptions) {
    this.#options = options;
    this.#leases = options.leases ?? LEASES;
    this.#insert = createBatchedInserts(() => this.#rows());
    const keys = [options.serviceKey, ...(options.previousKeys ?? [])];
    this.#fingerprintKeys = keys.map((key) => deriveKey(key, 'idempotency-fingerprint'));
  }

  #rows() {
    return this.#options.connection.collection<IdempotencyRow>(IDEMPOTENCY_COLLECTION);
  }

  #renewals() {
    return this.#options.connection.collection<RenewalRow>(RENEWALS_COLLECTION);
  }

  /** Claims the key, or returns the outcome of an earlier request. @throws AppError when that request was different. */
  async claim(ctx: CallContext, tag: IdempotencyTag): Promise<ClaimResult> {
    const now = this.#options.clock.now();
    const owner = this.#options.ids('run');
    const fingerprints = this.#fingerprintKeys.map((key) => hmac(key, tag.fingerprint).toString('base64url'));
    const [fingerprint = ''] = fingerprints;
    const isFirst = await this.#insert({
      _id: tag.id,
      workspace_id: ctx.workspaceId,
      fingerprint,
      state: 'running',
      owner,
      lease_until: new Date(now + this.#leases.runMs),
      expires_at: new Date(now + RETENTION_MS),
    });
    if (isFirst) return { claim: { id: tag.id, owner, effect: undefined } };
    return this.#claimExisting({ id: tag.id, fingerprints, owner });
  }

  async #claimExisting(wanted: {
    readonly id: string;
    readonly fingerprints: readonly string[];
    readonly owner: string;
  }): Promise<ClaimResult> {
    const now = new Date(this.#options.clock.now());
    const row = await this.#rows().findOne({ _id: wanted.id });
    if (row === null) return { busy: true };
    if (row.expires_at <= now) {
      await this.#rows().deleteOne({ _id: row._id, owner: row.owner });
      return { busy: true };
    }
    if (!wanted.fingerprints.includes(row.fingerprint)) throw idempotencyErrors.keyReused.make();
    if (row.state === 'completed') return { outcome: this.#openOutcome(row) };
    if (row.lease_until > now) return { busy: true };
    const renewed = await this.#renewals().findOne({ _id: row.owner });
    if (renewed !== null && renewed.lease_until > now) return { busy: true };
    return this.#takeOver(row, wanted.owner);
  }

  async #takeOver(row: IdempotencyRow, owner: string): Promise<ClaimResult> {
    const leaseMs = row.state === 'running' ? this.#leases.runMs : this.#leases.finishMs;
    const taken = await this.#rows()
      .updateOne(
        { _id: row._id, owner: row.owner, state: row.state },
        { $set: { owner, lease_until: new Date(this.#options.clock.now() + leaseMs) } },
        { maxTimeMS: TAKE_OVER_MS_MAX },
      )
      .catch(unlessLocked);
    if (taken.matchedCount === 0) return { busy: true };
    const effect = row.effect === undefined ? undefined : { value: this.#openEffect(row.effect) };
    return { claim: { id: row._id, owner, effect } };
  }

  /** Stores the reply in the transaction of the command. */
  async complete(claim: Claim, reply: Buffer, storedIn: StoredIn): Promise<void> {
    await this.#settle(claim, replyBytes(reply), storedIn);
  }

  /** The same write as data, for a shared transaction. It matches nothing after another request took over the run. */
  completion({ id, owner }: Claim, reply: Buffer, about: readonly string[]): GroupWrite {
    const set = { ...this.#settled(replyBytes(reply)), ...aboutOf(about) };
    const operation = { updateOne: { filter: { _id: id, owner }, update: { $set: set } } };
    return { collection: IDEMPOTENCY_COLLECTION, operation, isGuarded: false };
  }

  /** Stores an error that the domain decided. */
  async refuse(claim: Claim, error: AppError): Promise<void> {
    await this.#settle(claim, refusalBytes(error), undefined);
  }

  /** Replaces every outcome that is about the record by not_found. */
  async erase(
    { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
    session: ClientSession,
  ): Promise<void> {
    const outcome = this.#options.sealer.seal(refusalBytes(notFound()));
    await this.#rows().updateMany(
      { about: id, workspace_id: workspaceId },
      { $set: { state: 'completed', owner: ERASED, outcome }, $unset: { effect: '', about: '' } },
      { session },
    );
  }

  /** Stores the result of the first step in its transaction. A take-over continues after it. */
  async effectDone(claim: Claim, effect: unknown, session: ClientSession): Promise<void> {
    const sealed = this.#options.sealer.seal(Buffer.from(JSON.stringify(effect)));
    const leaseUntil = new Date(this.#options.clock.now() + this.#leases.finishMs);
    await this.#update(
      claim,
      { state: 'effect_done', effect: sealed, lease_until: leaseUntil },
      { session, about: [] },
    );
  }

  /** Time in ms between two renewals of a claim. */
  get renewalMs(): number {
    return this.#leases.runMs / RENEWALS_PER_LEASE;
  }

  /** Extends the lease of a claim. A claim that another request has taken over stays lost. */
  async renew({ owner }: Claim): Promise<void> {
    const leaseUntil = new Date(this.#options.clock.now() + this.#leases.runMs);
    const set = { $set: { lease_until: leaseUntil } };
    await this.#renewals().updateOne({ _id: owner }, set, { upsert: true, maxTimeMS: this.#leases.runMs });
  }

  /** Deletes the claim of a run whose effect was refused. */
  async forgetEffect(claim: Claim): Promise<void> {
    await this.#rows().deleteOne({ _id: claim.id, owner: claim.owner, state: 'effect_done' });
  }

  /** Deletes the claim of a run without outcome, so that a retry runs again. */
  async release(claim: Claim): Promise<void> {
    await this.#rows().deleteOne({ _id: claim.id, owner: claim.owner, state: 'running' });
    await this.#rows().updateOne(
      { _id: claim.id, owner: claim.owner },
      { $set: { lease_until: new Date(0) } },
    );
  }

  async #settle(claim: Claim, outcome: Buffer, storedIn: StoredIn | undefined): Promise<void> {
    await this.#update(claim, this.#settled(outcome), storedIn);
  }

  #settled(outcome: Buffer): Partial<IdempotencyRow> {
    return { state: 'completed', outcome: this.#options.sealer.seal(outcome) };
  }

  async #update(claim: Claim, set: Partial<IdempotencyRow>, storedIn: StoredIn | undefined): Promise<void> {
    const updated = await this.#rows().updateOne(
      { _id: claim.id, owner: claim.owner },
      { $set: { ...set, ...aboutOf(storedIn?.about ?? []) } },
      storedIn === undefined ? {} : { session: storedIn.session },
    );
    if (updated.matchedCount === 0)
      throw idempotencyErrors.inProgress.make({ privateText: 'the run was taken over' });
  }

  #openEffect(sealed: Uint8Array): unknown {
    const effect: unknown = JSON.parse(this.#options.sealer.open(bytesOf(sealed)).toString('utf8'));
    return effect;
  }

  #openOutcome(row: IdempotencyRow): Outcome {
    const opened = this.#options.sealer.open(bytesOf(row.outcome ?? new Uint8Array()));
    const body = opened.subarray(1);
    if (opened[0] === REPLY_TYPE) return { reply: body };
    const { kind, message, field, ...rest } = Refusal.parse(JSON.parse(body.toString('utf8')));
    return { refusal: new AppError(kind, message, { ...rest, ...(field === undefined ? {} : { field }) }) };
  }
}

function replyBytes(reply: Buffer): Buffer {
  return Buffer.concat([Buffer.of(REPLY_TYPE), reply]);
}

function aboutOf(about: readonly string[]): Pick<IdempotencyRow, 'about'> {
  return about.length === 0 ? {} : { about };
}

function refusalBytes({ kind, code, message, field, errors, details }: AppError): Buffer {
  const json = Buffer.from(JSON.stringify({ kind, code, message, field, errors, details }));
  return Buffer.concat([Buffer.of(REFUSAL_TYPE), json]);
}

function unlessLocked(thrown: unknown): { readonly matchedCount: number } {
  if (isTimeUp(thrown)) return { matchedCount: 0 };
  throw thrown;
}
