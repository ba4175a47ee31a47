import type { ServiceBase } from '@outreach/app-kit';
import { EXPORT_READERS } from '@outreach/contracts-common/export';
import type { Export as ExportMessage } from '@outreach/contracts-common/gen/exports.ts';
import type { CallContext } from '@outreach/service-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import type { Handler } from '@outreach/service-kit/rpc';
import { expireExportsJob } from './expire-exports.ts';
import { createExportFiles } from './export-files.ts';
import type { ExportContent, ExportJob, ExportKind } from './export-job.ts';
import { createExportLinks, type ExportsConfig } from './export-links.ts';
import { createExportStore } from './export-store.ts';
import { toExportMessage } from './export-view.ts';
import { getExport, insertExport, readExportFile, type NewExport } from './manage-exports.ts';
import type { ExportLink, ExportSource, ExportStore, FilePart } from './ports.ts';
import { runExportsJob } from './run-exports.ts';
import type { ExportFormat } from './rows.ts';

/** The exports of one kind of records. */
export interface ExportDefinition {
  readonly kind: ExportKind;
  /** The scopes that may read an export; a refusal names the first one. */
  readonly readers: readonly [string, ...string[]];
  /** Reads the records of a job, in a call of its workspace. */
  readonly open: (content: ExportContent, format: ExportFormat) => Promise<ExportSource>;
  /** The content that stays when the job has ended; all of it by default. */
  readonly kept?: (content: ExportContent) => ExportContent;
}

/** The methods that read exports. */
interface ExportReads {
  readonly getExport: {
    readonly scope: readonly [string, ...string[]];
    readonly query: Handler<{ readonly id: string }, { export: ExportMessage | undefined }>;
  };
  readonly readExportFile: {
    readonly scope: 'public';
    readonly query: Handler<
      ExportLink & { readonly offset: number },
      FilePart & { readonly format: ExportFormat }
    >;
  };
}

export interface Exports {
  readonly store: Omit<ExportStore, 'insert'>;
  /** Part of a transaction: queues a job. */
  readonly insert: (request: NewExport) => Promise<ExportJob>;
  readonly toMessage: (job: ExportJob) => ExportMessage;
  readonly methods: ExportReads;
  readonly jobs: readonly Job[];
}

/** Files with records of a workspace: jobs write them, signed links read them, and they expire. */
export function createExports(
  base: ServiceBase,
  config: ExportsConfig,
  { kind, readers, open, kept = (content) => content }: ExportDefinition,
): Exports {
  const { clock, ids: newId } = base;
  const links = createExportLinks(config, clock);
  const files = createExportFiles(base.mongo.connection);
  const { queue, jobs, archive } = createExportStore(base);
  const ports = { jobs, archive, files, links, clock, newId };
  const toMessage = (job: ExportJob): ExportMessage =>
    toExportMessage(job, { kind, links, at: new Date(clock.now()) });
  return {
    store: jobs,
    insert: async (request) => insertExport(ports, request),
    toMessage,
    methods: {
      getExport: {
        scope: EXPORT_READERS,
        query: async (ctx: CallContext, { id }) => ({
          export: toMessage(await getExport(ports, ctx, { id, readers })),
        }),
      },
      readExportFile: {
        scope: 'public',
        query: async (_ctx, request) => readExportFile(ports, request),
      },
    },
    jobs: [
      runExportsJob({ kind, queue, open, kept, files, links, base }),
      expireExportsJob(base, archive, files),
    ],
  };
}
