import { AppError } from '@outreach/errors';
import { systemContext, withCall, type CallContext } from '@outreach/service-kit';
import type { ImportJob } from '../../domain/imports/import-job.ts';
import {
  prepareUpserts,
  type PreparedUpserts,
  type RowOutcome,
} from '../../domain/pipeline/upsert-contacts.ts';
import type { Deps } from '../../domain/ports.ts';
import { countUp, errorOf } from './count-up.ts';
import type { ParsedRow } from './parse-row.ts';

export interface ImportRun {
  readonly job: ImportJob;
  readonly owner: string;
  readonly signal: AbortSignal;
}

/** Rows that were compared with what is there; nothing of them is written yet. */
export interface PreparedChunk {
  /** Commits contacts, events, errors, counters and checkpoint together; false when the job is no longer the worker's. */
  commit(): Promise<boolean>;
}

/**
 * Reads ahead of the transaction. What changed since is noticed by it: a new contact by the unique index, a changed one
 * by its version. Then the chunk is read again, in the transaction.
 */
export async function prepareChunk(
  deps: Deps,
  run: ImportRun,
  chunk: readonly ParsedRow[],
): Promise<PreparedChunk> {
  const ctx = contextOf(deps, run.job);
  const rows = chunk.flatMap((parsed) => ('row' in parsed ? [parsed.row] : []));
  const options = { dedup: run.job.dedup_behavior, leadSource: 'import' };
  const prepare = async (): Promise<PreparedUpserts> => prepareUpserts(deps, { ctx, rows }, options);
  // An agency's registry is written before anything else, which belongs to the transaction.
  let ahead = ctx.agencyId === '' ? await withCall(ctx, prepare) : undefined;
  const write = async (): Promise<readonly RowOutcome[]> => {
    const prepared = ahead ?? (await prepare());
    ahead = undefined;
    return prepared.write();
  };
  const commit = async (): Promise<boolean> =>
    withCall(ctx, async () => commitChunk(deps, { run, chunk, write }));
  return {
    commit: async () => {
      const wasAhead = ahead !== undefined;
      return commit().catch(async (thrown: unknown) => {
        if (wasAhead && thrown instanceof AppError && thrown.kind === 'conflict') return commit();
        throw thrown;
      });
    },
  };
}

interface ChunkParts {
  readonly run: ImportRun;
  readonly chunk: readonly ParsedRow[];
  readonly write: () => Promise<readonly RowOutcome[]>;
}

async function commitChunk(deps: Deps, { run, chunk, write }: ChunkParts): Promise<boolean> {
  const good = chunk.flatMap((parsed) => ('row' in parsed ? [parsed] : []));
  const bad = chunk.flatMap((parsed) => ('error' in parsed ? [parsed.error] : []));
  const committed = deps.unitOfWork(async () => {
    const outcomes = await write();
    const refused = good.flatMap(({ rowNumber, raw, row }, index) =>
      errorOf(outcomes[index], { rowNumber, raw, email: row.email }),
    );
    const counts = countUp(chunk.length, outcomes, bad);
    const { job, owner } = run;
    if (await deps.imports.advance(job, { owner, counts, errors: [...bad, ...refused] })) return true;
    // Nothing of a chunk may stay that the job does not know.
    throw new JobLost();
  });
  return committed.catch((thrown: unknown) => {
    if (thrown instanceof JobLost) return false;
    throw thrown;
  });
}

/** The job was canceled, or another worker has it. */
class JobLost extends Error {}

/** The workspace's own work, without a caller. */
export function contextOf(deps: Deps, job: ImportJob): CallContext {
  const work = { workspaceId: job.workspace_id, requestId: deps.newId('req'), service: 'contacts' };
  return { ...systemContext(work), agencyId: job.agency_id };
}
