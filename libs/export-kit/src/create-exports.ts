import type { ServiceBase } from '@outreach/app-kit';
import { EXPORT_READERS } from '@outreach/contracts-common/export';
import type { Export as ExportMessage } from '@outreach/contracts-common/gen/exports.ts';
import type { CallContext } from '@outreach/service-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import type { Handler } from '@outreach/service-kit/rpc';
import { expireExportsJob } from './expire-exports.ts';
import { createExportFiles } from './export-files.ts';
import type { ExportContent, ExportJob, ExportKind } from './export-job.ts';
import { createExportLinks } from './export-links.ts';
import { createExportStore } from './export-store.ts';
import { toExportMessage } from './export-view.ts';
import { getExport, insertExport, readExportFile, type NewExport } from './manage-exports.ts';
import type { ExportLink, ExportSource, ExportStore } from './ports.ts';
import { EXPORT_LEASE_MS, runExportsJob } from './run-exports.ts';
import type { ExportFormat } from './rows.ts';

export interface ExportsConfig {
  readonly PUBLIC_BASE_URL: string;
  readonly SERVICE_KEY: Uint8Array;
  readonly SERVICE_KEY_PREVIOUS?: Uint8Array | undefined;
}

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

/** A part of a file as a message. */
interface ExportFilePart {
  content: Buffer;
  is_last: boolean;
  format: string;
  byte_count: number;
}

/** The methods that read exports. */
interface ExportReads {
  readonly getExport: {
    readonly scope: readonly [string, ...string[]];
    readonly query: Handler<{ readonly id: string }, { export: ExportMessage | undefined }>;
  };
  readonly readExportFile: {
    readonly scope: 'public';
    readonly query: Handler<ExportLink & { readonly offset: number }, ExportFilePart>;
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
  const { mongo, units, events, clock, ids: newId, leader } = base;
  const { connection } = mongo;
  const { SERVICE_KEY: key, SERVICE_KEY_PREVIOUS: previous, PUBLIC_BASE_URL: baseUrl } = config;
  const keys = previous === undefined ? [key] : [key, previous];
  const links = createExportLinks({ keys, baseUrl, clock });
  const files = createExportFiles(connection);
  const stored = createExportStore({ connection, units, clock, ids: newId, leaseMs: EXPORT_LEASE_MS });
  const { queue, jobs, archive } = stored;
  const { unitOfWork } = units;
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
        query: async (_ctx, request) => {
          const { content, isLast, format, byteCount } = await readExportFile(ports, request);
          return { content: Buffer.from(content), is_last: isLast, format, byte_count: byteCount };
        },
      },
    },
    jobs: [
      runExportsJob({ kind, queue, open, kept, files, links, unitOfWork, events, clock, base }),
      expireExportsJob({ archive, files, clock, leader }),
    ],
  };
}
