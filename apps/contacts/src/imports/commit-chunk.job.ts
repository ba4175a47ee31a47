import { AppError } from '@outreach/errors';
import { withCall, type CallContext } from '@outreach/service-kit';
import { isErased, type ReadRow } from './erased-rows.ts';
import type { ImportJob } from './import-job.ts';
import { prepareUpserts, type PreparedUpserts } from '../contacts/upsert-contacts.ts';
import type { Deps } from '../domain/ports.ts';
import { workspaceContext } from '../in-workspace.ts';
import { countUp, errorOf } from './count-rows.ts';
import type { ParsedRow } from './parse-row.job.ts';

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
  const decide = async (): Promise<Decision> => decideOn(deps, { ctx, job: run.job, chunk });
  // An agency's registry is written before anything else, which belongs to the transaction.
  let ahead = ctx.agencyId === '' ? await withCall(ctx, decide) : undefined;
  const decideInTurn = async (): Promise<Decision> => {
    const decision = ahead;
    ahead = undefined;
    if (decision === undefined) return decide();
    const erased = await deps.importErasures.of(run.job.id);
    return erased?.size === decision.erasedCount ? decision : decide();
  };
  const commit = async (): Promise<boolean> =>
    withCall(ctx, async () => commitChunk(deps, { run, rowCount: chunk.length, decide: decideInTurn }));
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

interface Decision {
  /** The rows that are not of erased contacts. */
  readonly kept: readonly ParsedRow[];
  /** Addresses that erasures had taken out of the file by then; undefined without any. */
  readonly erasedCount: number | undefined;
  readonly upserts: PreparedUpserts;
}

interface ChunkOfJob {
  readonly ctx: CallContext;
  readonly job: ImportJob;
  readonly chunk: readonly ParsedRow[];
}

async function decideOn(deps: Deps, { ctx, job, chunk }: ChunkOfJob): Promise<Decision> {
  const erased = await deps.importErasures.of(job.id);
  const kept =
    erased === undefined
      ? chunk
      : chunk.filter((parsed) => !isErased(readRowOf(parsed), erased, deps.sha256));
  const rows = kept.flatMap((parsed) => ('row' in parsed ? [parsed.row] : []));
  const options = { dedup: job.dedup_behavior, leadSource: 'import' };
  return { kept, erasedCount: erased?.size, upserts: await prepareUpserts(deps, { ctx, rows }, options) };
}

function readRowOf(parsed: ParsedRow): ReadRow {
  return 'row' in parsed ? { raw: parsed.raw, email: parsed.row.email } : parsed.error;
}

interface ChunkParts {
  readonly run: ImportRun;
  readonly rowCount: number;
  readonly decide: () => Promise<Decision>;
}

async function commitChunk(deps: Deps, { run, rowCount, decide }: ChunkParts): Promise<boolean> {
  const { job, owner } = run;
  const committed = deps.unitOfWork(async () => {
    const { kept, upserts } = await decide();
    const good = kept.flatMap((parsed) => ('row' in parsed ? [parsed] : []));
    const bad = kept.flatMap((parsed) => ('error' in parsed ? [parsed.error] : []));
    const outcomes = await upserts.write();
    const refused = good.flatMap(({ rowNumber, raw, row }, index) =>
      errorOf(outcomes[index], { rowNumber, raw, email: row.email }),
    );
    const counted = countUp(rowCount, outcomes, bad);
    // Rows of contacts that were erased while the file waited count as skipped, and nothing is kept of them.
    const counts = { ...counted, skipped_count: counted.skipped_count + rowCount - kept.length };
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
  return workspaceContext(deps, { workspaceId: job.workspace_id, agencyId: job.agency_id });
}
