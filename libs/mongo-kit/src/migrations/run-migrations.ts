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
  const { connection, leases, leaseMs = LEASE_MS } = options;
  const states = async (): Promise<readonly MigrationState[]> => {
    const ids = migrations.map(migrationId);
    const found =
      ids.length === 0
        ? []
        : await rowsOf(connection)
            .find({ _id: { $in: ids } })
            .toArray();
    const rows = new Map(found.map((row) => [row._id, row]));
    return ids.map((id) => toState(id, rows.get(id)));
  };
  const isFinished = async (): Promise<boolean> =>
    (await states()).every(({ state }) => state === 'finished');
  const holdsLease = async (): Promise<boolean> => leases.acquire(LEASE, leaseMs);
  return {
    states,
    run: async (signal) => {
      while (!signal.aborted && !(await isFinished())) {
        if (!(await holdsLease())) {
          await pause(LEASE_POLL_MS, signal);
          continue;
        }
        const mayContinue = async (): Promise<boolean> => !signal.aborted && (await holdsLease());
        try {
          for (const migration of migrations)
            if (!(await runMigration(migration, { ...options, mayContinue }))) break;
        } finally {
          await leases.release(LEASE);
        }
      }
    },
  };
}

interface Run extends MigrationOptions {
  /** Renews the lease. False when it was lost, or the process stops. */
  readonly mayContinue: () => Promise<boolean>;
}

/** Continues a migration at its stored position. False when another runner continues it. */
async function runMigration(migration: Migration, run: Run): Promise<boolean> {
  const { connection, clock, logger, mayContinue } = run;
  const _id = migrationId(migration);
  const rows = rowsOf(connection);
  await rows.updateOne({ _id }, { $setOnInsert: { started_at: new Date(clock.now()) } }, { upsert: true });
  const row = await rows.findOne({ _id });
  if (row?.finished_at !== undefined) return true;
  logger.info({ migration: _id, position: row?.position }, 'migration runs');
  for (let position = row?.position; ;) {
    if (!(await mayContinue())) return false;
    position = await migration.runBatch(position);
    if (position === undefined) break;
    await rows.updateOne({ _id }, { $set: { position } });
  }
  await rows.updateOne({ _id }, { $set: { finished_at: new Date(clock.now()) } });
  logger.info({ migration: _id }, 'migration finished');
  return true;
}

const rowsOf = (connection: Connection) => connection.collection<MigrationRow>(COLLECTION);

function toState(id: string, row: MigrationRow | undefined): MigrationState {
  if (row === undefined) return { id, state: 'pending', position: undefined };
  const state = row.finished_at === undefined ? 'started' : 'finished';
  return { id, state, position: row.position };
}
