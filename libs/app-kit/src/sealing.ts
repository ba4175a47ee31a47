import { pollingJob } from '@outreach/job-kit';
import { createSealedRecords, type SealedFields, type SealedRecords } from '@outreach/mongo-kit/sealing';
import type { Job } from '@outreach/service-kit/lifecycle';
import { gauge } from '@outreach/service-kit/metrics';
import type { CommandTable } from './admin/commands.ts';
import type { ServiceBase } from './service-base.ts';

/** Pause after a round that has changed nothing. A process with the previous settings may still write. */
const IDLE_MS = 600_000;
/** Pause before a round that verifies the previous one. */
const VERIFY_MS = 5_000;

const remaining = gauge(
  'sealed_previous_key_records',
  'Records that are sealed under SERVICE_KEY_PREVIOUS, by collection. Only the process that seals them again reports it.',
  ['collection'],
);

/** What a service seals, and what a rotation of SERVICE_KEY requires of it. */
export interface Sealing {
  readonly tables: readonly SealedFields[];
  /** Seals records that are under SERVICE_KEY_PREVIOUS again, in one process at a time. */
  readonly job: Job;
  readonly commands: CommandTable;
}

export function createSealing(base: ServiceBase, tables: readonly SealedFields[]): Sealing {
  const { mongo, sealer, logger } = base;
  const records = createSealedRecords({ connection: mongo.connection, sealer, logger });
  return {
    tables,
    job: resealJob(base, records, tables),
    commands: {
      'sealing show': {
        usage: 'sealing show',
        run: async () => {
          const counts = tables.map(
            async (table) => [table.collection, await records.countPrevious(table)] as const,
          );
          return { previous_key_records: Object.fromEntries(await Promise.all(counts)) };
        },
      },
    },
  };
}

function resealJob(
  { leader, logger }: ServiceBase,
  records: SealedRecords,
  tables: readonly SealedFields[],
): Job {
  return pollingJob({
    name: 'reseal',
    everyMs: IDLE_MS,
    leader,
    run: async (signal) => {
      let changed = 0;
      for (const table of tables) {
        const { collection } = table;
        const count = await records.countPrevious(table);
        remaining.set({ collection }, count);
        if (count > 0) changed += await records.resealAll(table, signal);
      }
      if (changed === 0) return false;
      logger.info({ changed }, 'records are sealed with the current key');
      return VERIFY_MS;
    },
  });
}
