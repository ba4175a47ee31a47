import type { ServiceBase } from '@outreach/app-kit';
import { exportCompleted } from '@outreach/contracts-campaigns/events';
import type { EventSink } from '@outreach/event-schema';
import { requireClaim, workQueueJob, type Claim, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import type { Units } from '@outreach/mongo-kit/units';
import type { Clock } from '@outreach/service-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { KEPT_MS, type ExportContent, type ExportJob } from './export-job.ts';
import { headerOf, rowsOf } from './export-rows.ts';
import { toExportRecord } from './export-view.ts';
import type { ExportFields, ExportFiles, ExportLinks, SendPages } from './ports.ts';

/** Longer than writing one page takes; after it another process starts the export again. */
export const EXPORT_LEASE_MS = 15_000;
/** Exports that one process writes concurrently. */
const SLOTS = 2;
const SLOTS_PER_WORKSPACE = 1;
const ATTEMPTS_MAX = 5;
const RETRY_MS = 5_000;

export interface RunExportsOptions {
  readonly queue: WorkQueue<WorkFields & ExportFields>;
  readonly pages: SendPages;
  readonly files: Pick<ExportFiles, 'create' | 'removeNamed'>;
  readonly links: ExportLinks;
  readonly toJob: (row: WorkFields & ExportFields) => ExportJob;
  readonly unitOfWork: Units['unitOfWork'];
  readonly events: EventSink;
  readonly clock: Clock;
  readonly base: Pick<ServiceBase, 'inWorkspace' | 'logger'>;
}

/** Writes the files of exports. An interrupted export starts again with a new file. */
export function runExportsJob(options: RunExportsOptions): Job {
  return workQueueJob({
    name: 'run-exports',
    queue: options.queue,
    leaseMs: EXPORT_LEASE_MS,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim, signal) =>
      options.base.inWorkspace({ workspaceId: claim.workspaceId }, async () => write(options, claim, signal)),
    onError: async (claim, { isStopping }) =>
      options.base.inWorkspace({ workspaceId: claim.workspaceId }, async () => {
        if (isStopping || claim.attempt < ATTEMPTS_MAX)
          await options.queue.retryAt(claim, new Date(options.clock.now() + (isStopping ? 0 : RETRY_MS)));
        else
          await end(options, claim, {
            status: 'failed',
            error: 'The export could not be written; start it again.',
          });
      }),
    logger: options.base.logger,
  });
}

type ExportClaim = Claim<WorkFields & ExportFields>;

async function write(options: RunExportsOptions, claim: ExportClaim, signal: AbortSignal): Promise<void> {
  const { queue, pages, files } = options;
  const content = toContent(claim);
  await files.removeNamed(claim.id);
  const file = files.create(claim.id);
  await file.write(headerOf(content));
  let after: string | undefined = '';
  let rowCount = 0;
  while (after !== undefined) {
    signal.throwIfAborted();
    const page = await pages.read(content.campaignId, after);
    await file.write(rowsOf(content, page.sends));
    rowCount += page.sends.length;
    requireClaim(await queue.renew(claim, { status: 'processing', row_count: rowCount }));
    after = page.after;
  }
  await file.close();
  await end(options, claim, { status: 'completed', row_count: rowCount, file_id: file.id });
}

function toContent({ row }: ExportClaim): ExportContent {
  return { campaignId: row.campaign_id, format: row.format, includeEvents: row.include_events };
}

async function end(
  { queue, toJob, links, unitOfWork, events, clock }: RunExportsOptions,
  claim: ExportClaim,
  result: Partial<ExportFields>,
): Promise<void> {
  const now = new Date(clock.now());
  const expires_at = result.status === 'completed' ? new Date(now.getTime() + KEPT_MS) : null;
  const version = claim.row.version + 1;
  const ended = { ...result, expires_at, version };
  await unitOfWork(async () => {
    requireClaim(await queue.finish(claim, ended));
    const data = toExportRecord(toJob({ ...claim.row, ...ended }), now, links);
    events.emit(exportCompleted, { aggregate: { id: claim.id, version }, data });
  });
}
