import type { ServiceBase } from '@outreach/app-kit';
import { importStates } from '@outreach/contracts-contacts';
import { requireClaim, workQueueJob, type Claim, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { normaliseEmail } from '@outreach/values';
import { sha256 } from '../contact-model/index.ts';
import { locateRecords } from './csv/locate-records.ts';
import { applyTransform } from './field-mappings/apply-transform.ts';
import type { FileShape, ImportJob } from './import-job.ts';
import type { ByteRange, FileScrubs, ImportPorts, ScrubFields } from './ports.ts';

/** Files that one process scrubs concurrently. */
const SLOTS = 2;
/** Pause before the next check whether the import of a scrubbed file has ended. */
const CHECK_MS = 5_000;
/** Rows that are blanked in one transaction. */
const ROWS_PER_STEP = 50;

type ScrubClaim = Claim<ScrubFields>;

export interface ScrubJobOptions extends Pick<ImportPorts, 'imports' | 'stagedFiles'> {
  readonly scrubs: FileScrubs;
  readonly queue: WorkQueue<WorkFields & ScrubFields>;
  readonly base: ServiceBase;
}

/**
 * Overwrites the rows of erased contacts in files of waiting and running imports. Position and number of all other rows
 * stay unchanged for a worker that reads the file. The file of an ended import is deleted.
 */
export function scrubFilesJob(options: ScrubJobOptions): Job {
  const { queue, base } = options;
  return workQueueJob({
    name: 'scrub-staged-files',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: 1,
    handle: async (claim, signal) => scrubFile(options, claim, signal),
    logger: base.logger,
  });
}

/** Each step runs in a call of its own, because a large file takes longer than the deadline of one call. */
async function scrubFile(options: ScrubJobOptions, claim: ScrubClaim, signal: AbortSignal): Promise<void> {
  const { imports, stagedFiles, queue, base } = options;
  const { unitOfWork } = base.units;
  const { id: importId, workspaceId } = claim;
  const { pending } = claim.row;
  const inCall = async <T>(fn: () => Promise<T>): Promise<T> => base.inWorkspace({ workspaceId }, fn);
  const job = await inCall(async () => imports.findById(importId));
  if (job === undefined || importStates.isEnd(job.status)) {
    if (job !== undefined) await stagedFiles.remove(job.file_id);
    requireClaim(await queue.complete(claim));
    return;
  }
  const { file_id: fileId, shape } = job;
  if (pending.length > 0) {
    for await (const found of erasedRows(options, job, new Set(pending))) {
      signal.throwIfAborted();
      // A row may span two chunks of the file, which must be blanked together.
      await inCall(async () => unitOfWork(async () => stagedFiles.blank(fileId, found, shape.encoding)));
    }
    base.logger.info({ workspace_id: workspaceId, import_id: importId }, 'staged file scrubbed');
  }
  await inCall(async () => unitOfWork(async () => waitForEnd(options, claim)));
}

async function waitForEnd({ scrubs, queue, base }: ScrubJobOptions, claim: ScrubClaim): Promise<void> {
  requireClaim(await queue.retryAt(claim, new Date(base.clock.now() + CHECK_MS), { attempts: 0 }));
  await scrubs.scrubbed(claim.id, claim.row.pending);
}

async function* erasedRows(
  { stagedFiles }: ScrubJobOptions,
  { file_id: fileId, shape }: ImportJob,
  digests: ReadonlySet<string>,
): AsyncGenerator<readonly ByteRange[], void, undefined> {
  let found: ByteRange[] = [];
  for await (const { cells, start, end } of locateRecords(stagedFiles.read(fileId), shape)) {
    const email = emailOf(cells, shape);
    if (email === undefined || !digests.has(sha256(email))) continue;
    found.push({ start, end });
    if (found.length < ROWS_PER_STEP) continue;
    yield found;
    found = [];
  }
  if (found.length > 0) yield found;
}

/** The address of a record, read as the import reads it. */
function emailOf(cells: readonly string[], { targets, transforms = [] }: FileShape): string | undefined {
  const column = targets.indexOf('email');
  const cell = applyTransform(transforms[column] ?? 'none', cells[column] ?? '');
  return typeof cell === 'string' ? normaliseEmail(cell.trim()) : undefined;
}
