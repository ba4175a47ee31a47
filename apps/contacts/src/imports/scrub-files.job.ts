import type { ServiceBase } from '@outreach/app-kit';
import { pollingJob } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit';
import { normaliseEmail } from '@outreach/values';
import type { Sha256, UnitOfWork } from '../contact-records/index.ts';
import { locateRecords } from './csv/locate-records.ts';
import { applyTransform } from './field-mappings/apply-transform.ts';
import { ENDED, type FileShape, type ImportJob } from './import-job.ts';
import type { ByteRange, ImportStore, ScrubQueue, StagedFiles, WaitingScrub } from './ports.ts';

const ROUND_MS = 2_000;
/** Rows that are blanked in one transaction. */
const ROWS_PER_STEP = 50;

export interface ScrubJobOptions {
  readonly imports: Pick<ImportStore, 'findById'>;
  readonly stagedFiles: Pick<StagedFiles, 'read' | 'blank' | 'remove'>;
  readonly queue: ScrubQueue;
  readonly sha256: Sha256;
  readonly unitOfWork: UnitOfWork;
  readonly base: Pick<ServiceBase, 'logger' | 'inWorkspace'>;
}

/**
 * Overwrites the rows of erased contacts in files of waiting and running imports. Position and number of all other rows
 * stay unchanged for a worker that reads the file. The file of an ended import is deleted.
 */
export function scrubFilesJob(options: ScrubJobOptions): Job {
  const { queue, base } = options;
  return pollingJob({
    name: 'scrub-staged-files',
    everyMs: ROUND_MS,
    run: async () => {
      for (const scrub of await queue.waiting()) {
        await scrubFile(options, scrub).catch((err: unknown) => {
          // The next round tries again; the other files are scrubbed in this round.
          const ids = { workspace_id: scrub.workspaceId, import_id: scrub.importId };
          base.logger.warn({ ...ids, err }, 'a staged file was not scrubbed');
        });
      }
      return false;
    },
  });
}

async function scrubFile(options: ScrubJobOptions, scrub: WaitingScrub): Promise<void> {
  const { imports, stagedFiles, queue, unitOfWork, base } = options;
  const { importId, workspaceId, digests } = scrub;
  // Each step runs in a call of its own, because a large file takes longer than the deadline of one call.
  const inCall = async <T>(fn: () => Promise<T>): Promise<T> => base.inWorkspace({ workspaceId }, fn);
  const job = await inCall(async () => imports.findById(importId));
  if (job === undefined || ENDED.has(job.status)) {
    if (job !== undefined) await stagedFiles.remove(job.file_id);
    await inCall(async () => queue.remove(importId));
    return;
  }
  if (digests.length === 0) return;
  const { file_id: fileId, shape } = job;
  for await (const found of erasedRows(options, job, new Set(digests)))
    // A row may span two chunks of the file, which must be blanked together.
    await inCall(async () => unitOfWork(async () => stagedFiles.blank(fileId, found, shape.encoding)));
  await inCall(async () => queue.scrubbed(scrub));
  base.logger.info({ workspace_id: workspaceId, import_id: importId }, 'staged file scrubbed');
}

async function* erasedRows(
  { stagedFiles, sha256 }: ScrubJobOptions,
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
