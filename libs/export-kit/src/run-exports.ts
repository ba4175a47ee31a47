import type { ServiceBase } from '@outreach/app-kit';
import { exportCompleted } from '@outreach/contracts-common/export';
import type { EventSink } from '@outreach/event-schema';
import { requireClaim, workQueueJob, type Claim, type WorkQueue } from '@outreach/job-kit';
import type { Units } from '@outreach/mongo-kit/units';
import type { Clock } from '@outreach/service-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { KEPT_MS, type ExportContent, type ExportKind } from './export-job.ts';
import { toJob, type ExportDocument } from './export-store.ts';
import { toExportRecord } from './export-view.ts';
import type { ExportFields, ExportFiles, ExportLinks, ExportSource } from './ports.ts';
import { headerOf, rowsOf, type ExportFormat } from './rows.ts';

/** Longer than writing one page takes; after it another process starts the export again. */
export const EXPORT_LEASE_MS = 15_000;
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
  readonly files: Pick<ExportFiles, 'create' | 'removeNamed'>;
  readonly links: ExportLinks;
  readonly unitOfWork: Units['unitOfWork'];
  readonly events: EventSink;
  readonly clock: Clock;
  readonly base: Pick<ServiceBase, 'inWorkspace' | 'logger'>;
}

type ExportClaim = Claim<ExportDocument>;

/** Writes the files of exports. An interrupted export starts again with a new file. */
export function runExportsJob(options: RunExportsOptions): Job {
  const { queue, clock, base } = options;
  return workQueueJob({
    name: 'run-exports',
    queue,
    leaseMs: EXPORT_LEASE_MS,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim, signal) => write(options, claim, signal),
    onError: async (claim, { isStopping }) => {
      if (isStopping || claim.attempt < ATTEMPTS_MAX)
        await queue.retryAt(claim, new Date(clock.now() + (isStopping ? 0 : RETRY_MS)));
      else
        await end(options, claim, {
          status: 'failed',
          error: 'The export could not be written; start it again.',
        });
    },
    logger: base.logger,
  });
}

/** Each page is a call of its own: the deadline of a call is shorter than a large export. */
async function write(options: RunExportsOptions, claim: ExportClaim, signal: AbortSignal): Promise<void> {
  const { queue, open, files, base } = options;
  const { workspaceId, row } = claim;
  const inCall = async <T>(read: () => Promise<T>): Promise<T> => base.inWorkspace({ workspaceId }, read);
  await files.removeNamed(claim.id);
  const { total, columns, read } = await inCall(async () => open(row.content, row.format));
  const layout = { format: row.format, columns };
  const file = files.create(claim.id);
  await file.write(headerOf(layout));
  let after: string | undefined = '';
  let rowCount = 0;
  while (after !== undefined) {
    signal.throwIfAborted();
    const position: string = after;
    const page = await inCall(async () => read(position));
    await file.write(rowsOf(layout, page.records));
    rowCount += page.records.length;
    const progress = { status: 'processing', total, row_count: rowCount } as const;
    requireClaim(await inCall(async () => queue.renew(claim, progress)));
    after = page.after;
  }
  await file.close();
  await end(options, claim, { status: 'completed', total, row_count: rowCount, file_id: file.id });
}

async function end(
  { kind, queue, kept, links, unitOfWork, events, clock, base }: RunExportsOptions,
  claim: ExportClaim,
  result: Partial<ExportFields>,
): Promise<void> {
  const { workspaceId, row } = claim;
  const now = new Date(clock.now());
  const expires_at = result.status === 'completed' ? new Date(now.getTime() + KEPT_MS) : null;
  const version = row.version + 1;
  const ended = { ...result, expires_at, version, content: kept(row.content) };
  await base.inWorkspace({ workspaceId }, async () =>
    unitOfWork(async () => {
      requireClaim(await queue.finish(claim, ended));
      const data = toExportRecord(toJob({ ...row, ...ended }), { kind, links, at: now });
      events.emit(exportCompleted, { aggregate: { id: claim.id, version }, data });
    }),
  );
}
