import type { ServiceBase } from '@outreach/app-kit';
import { exportCompleted } from '@outreach/contracts-common/export';
import { requireClaim, workQueueJob, type Claim, type WorkQueue } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { KEPT_MS, type ExportContent, type ExportJob, type ExportKind } from './export-job.ts';
import { toJob, type ExportDocument } from './export-store.ts';
import { toExportRecord } from './export-view.ts';
import type { ExportFiles, ExportLinks, ExportSource, OpenFile } from './ports.ts';
import { headerOf, rowsOf, type ExportFormat } from './rows.ts';

/** Exports that one process writes concurrently. */
const SLOTS = 2;
const SLOTS_PER_WORKSPACE = 1;
const ATTEMPTS_MAX = 5;
const RETRY_MS = 5_000;

export interface RunExportsOptions {
  readonly kind: ExportKind;
  readonly queue: WorkQueue<ExportDocument>;
  /** Reads the records of a job, in a call of its workspace. */
  readonly open: (content: ExportContent, format: ExportFormat) => Promise<ExportSource>;
  /** The content that stays when the job has ended. */
  readonly kept: (content: ExportContent) => ExportContent;
  readonly files: Pick<ExportFiles, 'create' | 'remove'>;
  readonly links: ExportLinks;
  readonly base: Pick<ServiceBase, 'inWorkspace' | 'units' | 'events' | 'clock' | 'logger'>;
}

type ExportClaim = Claim<ExportDocument>;

/** Writes the files of exports. An interrupted export starts again with a new file. */
export function runExportsJob(options: RunExportsOptions): Job {
  const { queue, base } = options;
  return workQueueJob({
    name: 'run-exports',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim, signal) => write(options, claim, signal),
    onError: async (claim, { isStopping }) => {
      if (isStopping || claim.attempt < ATTEMPTS_MAX)
        await queue.retryAt(claim, new Date(base.clock.now() + (isStopping ? 0 : RETRY_MS)));
      else
        await end(options, claim, {
          status: 'failed',
          error: 'The export could not be written; start it again.',
        });
    },
    logger: base.logger,
  });
}

async function write(options: RunExportsOptions, claim: ExportClaim, signal: AbortSignal): Promise<void> {
  const { queue, open, files, base } = options;
  const { workspaceId, row } = claim;
  const inCall = async <T>(read: () => Promise<T>): Promise<T> => base.inWorkspace({ workspaceId }, read);
  if (row.file_id !== null) await files.remove(row.file_id);
  const source = await inCall(async () => open(row.content, row.format));
  const file = files.create(claim.id);
  // The worker that continues after a crash deletes the file.
  requireClaim(await inCall(async () => queue.renew(claim, { file_id: file.id })));
  const rowCount = await writeFile(options, claim, { source, file, signal });
  const { total } = source;
  await end(options, claim, { status: 'completed', total, row_count: rowCount, file_id: file.id });
}

/** Writes all records and returns their number. A file that is not complete is deleted. */
async function writeFile(options: RunExportsOptions, claim: ExportClaim, input: PagesInput): Promise<number> {
  const { file } = input;
  try {
    const rowCount = await writePages(options, claim, input);
    await file.close();
    return rowCount;
  } catch (thrown) {
    await file.abort().catch((err: unknown) => {
      options.base.logger.warn({ export_id: claim.id, err }, 'an incomplete file was not deleted');
    });
    throw thrown;
  }
}

interface PagesInput {
  readonly source: ExportSource;
  readonly file: OpenFile;
  readonly signal: AbortSignal;
}

/** Each page is a call of its own: the deadline of a call is shorter than a large export. */
async function writePages(
  { queue, base }: RunExportsOptions,
  claim: ExportClaim,
  { source: { total, columns, read }, file, signal }: PagesInput,
): Promise<number> {
  const { workspaceId, row } = claim;
  const layout = { format: row.format, columns };
  await file.write(headerOf(layout));
  let after: string | undefined = '';
  let rowCount = 0;
  while (after !== undefined) {
    signal.throwIfAborted();
    const position: string = after;
    after = await base.inWorkspace({ workspaceId }, async () => {
      const page = await read(position);
      await file.write(rowsOf(layout, page.records));
      rowCount += page.records.length;
      const progress = { status: 'processing', total, row_count: rowCount } as const;
      requireClaim(await queue.renew(claim, progress));
      return page.after;
    });
  }
  return rowCount;
}

async function end(
  { kind, queue, kept, links, base }: RunExportsOptions,
  claim: ExportClaim,
  result: Partial<ExportJob>,
): Promise<void> {
  const { workspaceId, row } = claim;
  const { inWorkspace, units, events } = base;
  const now = new Date(base.clock.now());
  const expires_at = result.status === 'completed' ? new Date(now.getTime() + KEPT_MS) : null;
  const version = row.version + 1;
  const ended = { ...result, expires_at, version, content: kept(row.content) };
  await inWorkspace({ workspaceId }, async () =>
    units.unitOfWork(async () => {
      requireClaim(await queue.finish(claim, ended));
      const data = toExportRecord(toJob({ ...row, ...ended }), { kind, links, at: now });
      events.emit(exportCompleted, { aggregate: { id: claim.id, version }, data });
    }),
  );
}
