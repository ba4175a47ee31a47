import type { Connection } from 'mongoose';
import { pause, type Clock, type Logger } from '@outreach/service-kit';
import type { Leases } from '../connection/leases.ts';
import { migrationId, sortMigrations, type Migration } from './migration.ts';

const COLLECTION = 'migrations';
const LEASE = 'migrations';
/** A killed runner is replaced within this time. A batch takes less. */
const LEASE_MS = 30_000;
const LEASE_POLL_MS = 250;

interface MigrationRow {
  readonly _id: string;
  readonly started_at: Date;
  /** The position after the last batch; absent before the first. */
  readonly position?: string;
  readonly finished_at?: Date;
}

/** The state of a migration in a database. */
export interface MigrationState {
  readonly id: string;
  readonly state: 'pending' | 'started' | 'finished';
  readonly position: string | undefined;
}

export interface Migrations {
  /** Runs the migrations that are not finished, in order. One process at a time runs them, others wait for it. */
  run(signal: AbortSignal): Promise<void>;
  states(): Promise<readonly MigrationState[]>;
}

export interface MigrationOptions {
  readonly connection: Connection;
  readonly leases: Leases;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Time in ms after which another runner continues the work of a silent one. */
  readonly leaseMs?: number;
}

/** The migrations of a service. @throws Error when two have one number. */
export function createMigrations(given: readonly Migration[], options: MigrationOptions): Migrations {
  const migrations = sortMigrations(given);
  const { connection, leases, clock, logger, leaseMs = LEASE_MS } = options;
  const rows = () => connection.collection<MigrationRow>(COLLECTION);
  const states = async (): Promise<readonly MigrationState[]> => {
    if (migrations.length === 0) return [];
    const found = await rows()
      .find({ _id: { $in: migrations.map(migrationId) } })
      .toArray();
    const byId = new Map(found.map((row) => [row._id, row]));
    return migrations.map((migration) => toState(migrationId(migration), byId.get(migrationId(migration))));
  };
  const isFinished = async (): Promise<boolean> =>
    (await states()).every(({ state }) => state === 'finished');
  const holdLease = async (): Promise<boolean> => leases.acquire(LEASE, leaseMs);

  /** False when the lease was lost; another runner continues. */
  const runOne = async (migration: Migration, signal: AbortSignal): Promise<boolean> => {
    const _id = migrationId(migration);
    const at = () => new Date(clock.now());
    await rows().updateOne({ _id }, { $setOnInsert: { started_at: at() } }, { upsert: true });
    const row = await rows().findOne({ _id });
    if (row?.finished_at !== undefined) return true;
    logger.info({ migration: _id, position: row?.position }, 'migration runs');
    for (let position = row?.position; ;) {
      if (signal.aborted || !(await holdLease())) return false;
      const next = await migration.runBatch(position);
      if (next === undefined) break;
      position = next;
      await rows().updateOne({ _id }, { $set: { position } });
    }
    await rows().updateOne({ _id }, { $set: { finished_at: at() } });
    logger.info({ migration: _id }, 'migration finished');
    return true;
  };

  return {
    states,
    run: async (signal) => {
      while (!signal.aborted && !(await isFinished())) {
        if (!(await holdLease())) {
          await pause(LEASE_POLL_MS, signal);
          continue;
        }
        try {
          for (const migration of migrations) if (!(await runOne(migration, signal))) break;
        } finally {
          await leases.release(LEASE);
        }
      }
    },
  };
}

function toState(id: string, row: MigrationRow | undefined): MigrationState {
  if (row === undefined) return { id, state: 'pending', position: undefined };
  const state = row.finished_at === undefined ? 'started' : 'finished';
  return { id, state, position: row.position };
}
