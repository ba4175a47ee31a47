import { normaliseEmail } from '@outreach/http-kit';
import { pause, type Job, type Logger } from '@outreach/service-kit';
import { locateRecords } from './csv/locate-records.ts';
import { applyTransform } from './field-mappings/apply-transform.ts';
import type { ScrubQueue, WaitingScrub } from './erased-rows.ts';
import { ENDED, type FileShape, type ImportJob } from './import-job.ts';
import type { ByteRange } from './ports.ts';
import type { Deps } from '../domain/ports.ts';
import { inWorkspace } from '../in-workspace.ts';

const ROUND_MS = 2_000;
/** Found rows that are blanked together; each may lie in chunks of its own. */
const ROWS_PER_STEP = 50;

export interface ScrubJobOptions {
  readonly deps: Deps;
  readonly queue: ScrubQueue;
  readonly logger: Logger;
}

/**
 * Blanks the rows of erased contacts in files that wait for their import, in their place, so that neither the place nor
 * the number of any other row changes under a worker that reads the file. The file of an import that has ended goes as
 * a whole.
 */
export function scrubFilesJob({ deps, queue, logger }: ScrubJobOptions): Job {
  return {
    name: 'scrub-staged-files',
    run: async (signal) => {
      while (!signal.aborted) {
        for (const scrub of await queue.waiting()) {
          await scrubFile(deps, queue, scrub).catch((err: unknown) => {
            // The next round tries again; other files do not wait for this one.
            logger.warn({ import_id: scrub.importId, err }, 'an erasure did not reach a staged file');
          });
        }
        await pause(ROUND_MS, signal);
      }
    },
  };
}

async function scrubFile(deps: Deps, queue: ScrubQueue, scrub: WaitingScrub): Promise<void> {
  const { importId, digests } = scrub;
  // Each step is a call of its own, as a large file takes longer than any call may.
  const inCall = async <T>(fn: () => Promise<T>): Promise<T> => inWorkspace(deps, scrub, fn);
  const job = await inCall(async () => deps.imports.findById(importId));
  if (job === undefined || ENDED.has(job.status)) {
    if (job !== undefined) await deps.stagedFiles.remove(job.file_id);
    await inCall(async () => queue.forget(importId));
    return;
  }
  if (digests.length === 0) return;
  const { file_id: fileId, shape } = job;
  for await (const found of erasedRows(deps, job, new Set(digests)))
    // A row may lie across two chunks, which are blanked both or not at all.
    await inCall(async () =>
      deps.unitOfWork(async () => deps.stagedFiles.blank(fileId, found, shape.encoding)),
    );
  await inCall(async () => queue.scrubbed(scrub));
}

async function* erasedRows(
  deps: Pick<Deps, 'stagedFiles' | 'sha256'>,
  { file_id: fileId, shape }: ImportJob,
  digests: ReadonlySet<string>,
): AsyncGenerator<readonly ByteRange[], void, undefined> {
  let found: ByteRange[] = [];
  for await (const { cells, start, end } of locateRecords(deps.stagedFiles.read(fileId), shape)) {
    const email = emailOf(cells, shape);
    if (email === undefined || !digests.has(deps.sha256(email))) continue;
    found.push({ start, end });
    if (found.length < ROWS_PER_STEP) continue;
    yield found;
    found = [];
  }
  if (found.length > 0) yield found;
}

/** As the import reads it. */
function emailOf(cells: readonly string[], { targets, transforms = [] }: FileShape): string | undefined {
  const column = targets.indexOf('email');
  const cell = applyTransform(transforms[column] ?? 'none', cells[column] ?? '');
  return typeof cell === 'string' ? normaliseEmail(cell.trim()) : undefined;
}
