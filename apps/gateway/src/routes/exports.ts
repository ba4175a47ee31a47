import type { ReadExportFileResponse } from '@outreach/contracts-campaigns/gen/exports.ts';
import { recordOf } from '@outreach/contracts-common';
import { EXPORT_READERS, exportSchema } from '@outreach/contracts-common/export';
import type { Export as ExportMessage } from '@outreach/contracts-common/gen/exports.ts';
import { AppError } from '@outreach/errors';
import { id } from '@outreach/http-kit/fields';
import { z } from 'zod';
import type { Backends } from '../clients/backends.ts';
import { EXAMPLE_TIME, EXAMPLE_ULID, requirePresent, route, withDeadline } from './route.ts';

export const CSV_TYPE = 'text/csv; charset=utf-8';
export const JSON_LINES_TYPE = 'application/x-ndjson; charset=utf-8';
const CONTENT_TYPES: Readonly<Record<string, string>> = { csv: CSV_TYPE, jsonl: JSON_LINES_TYPE };

const ExportJob = exportSchema.meta({ id: 'Export' });
export const StartedExport = z
  .object({ job_id: z.string(), status: exportSchema.shape.status, poll_url: z.string() })
  .meta({ id: 'StartedExport' });

const jobId = `exp_${EXAMPLE_ULID}`;

const exportExample: z.input<typeof ExportJob> = {
  id: jobId,
  type: 'sends',
  status: 'completed',
  format: 'csv',
  row_count: 25_000,
  progress: 1,
  download_url: `https://api.example.com/api/v1/exports/${jobId}/download/?expires=1769940000&signature=…`,
  expires_at: EXAMPLE_TIME,
  error: null,
};
export const startedExample: z.input<typeof StartedExport> = {
  job_id: jobId,
  status: 'queued',
  poll_url: `/api/v1/exports/${jobId}/`,
};

export function contentHeaders(name: string, format: string): Record<string, string> {
  return {
    'Content-Type': CONTENT_TYPES[format] ?? 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${name}.${format}"`,
  };
}

function toExportJob(message: ExportMessage): z.output<typeof ExportJob> {
  return ExportJob.parse(recordOf(message));
}

export function toStartedExport(message: ExportMessage): z.output<typeof StartedExport> {
  const { id: job_id, status } = toExportJob(message);
  return { job_id, status, poll_url: `/api/v1/exports/${job_id}/` };
}

/** Every part of a file has its own deadline: a slow client can take longer than one call. */
const PART_DEADLINE_MS = 15_000;
const EXPIRES_CHARACTERS_MAX = 15;
const SIGNATURE_CHARACTERS_MAX = 200;

const byId = { params: { export_id: exportExample.id } };
const params = z.object({ export_id: id('exp').describe('Id of the export.') });
const tags = ['exports'];

/** Jobs of exports and their files. Campaigns has the exports of emails, contacts those of contacts. */
export const exportRoutes = [
  route({
    method: 'get',
    path: '/api/v1/exports/{export_id}/',
    operationId: 'getExport',
    summary: 'Get an export',
    description:
      'An export of emails requires `campaigns:read`, an export of contacts `contacts:read` or `contacts:write`. `download_url` is signed and needs no credential. It is valid for 24 hours.',
    tags,
    scope: EXPORT_READERS,
    params,
    responses: { 200: ExportJob },
    example: { ...byId, responses: { 200: exportExample } },
    handle: async ({ ctx, params: { export_id } }, { campaigns, contacts }) => {
      const [reply] = await firstKnown([campaigns, contacts], async (owner) =>
        owner.getExport(ctx, { id: export_id }),
      );
      return { status: 200, body: toExportJob(requirePresent(reply.export)) };
    },
  }),
  route({
    method: 'get',
    path: '/api/v1/exports/{export_id}/download/',
    operationId: 'downloadExport',
    summary: 'Download the file of an export',
    description: 'The `download_url` of an export: its signature is the credential.',
    tags,
    scope: 'public',
    params,
    query: z.object({
      expires: z
        .string()
        .max(EXPIRES_CHARACTERS_MAX)
        .default('')
        .describe('Seconds since 1970 after which the link is not valid.'),
      signature: z.string().max(SIGNATURE_CHARACTERS_MAX).default('').describe('Signature of the link.'),
    }),
    responses: {
      200: { contentType: CSV_TYPE, description: 'The file.', example: 'id,campaign_id\n' },
    },
    example: {
      ...byId,
      query: { expires: '1769940000', signature: 'c2lnbmF0dXJl' },
      responses: { 200: 'id,campaign_id\n' },
    },
    handle: async ({ ctx, params: { export_id }, query }, { campaigns, contacts }) => {
      // A link without a time, or with another text, is not found.
      const expires = /^\d+$/.test(query.expires) ? Number(query.expires) : 0;
      const link = { id: export_id, expires, signature: query.signature };
      const readOf = async (owner: Owner, offset: number) =>
        owner.readExportFile(withDeadline(ctx, PART_DEADLINE_MS), { ...link, offset });
      const [first, owner] = await firstKnown([campaigns, contacts], async (one) => readOf(one, 0));
      return {
        status: 200,
        body: toStream(first, async (offset) => readOf(owner, offset)),
        headers: {
          ...contentHeaders(export_id, first.format),
          'Content-Length': String(first.byte_count),
        },
      };
    },
  }),
];

type Owner = Pick<Backends['campaigns'], 'getExport' | 'readExportFile'>;

/**
 * The reply of the first service that has the export, and the service: ids of exports do not show their owner.
 * @throws AppError not_found when none has it.
 */
async function firstKnown<Reply>(
  [owner, next]: readonly [Owner, Owner?],
  call: (owner: Owner) => Promise<Reply>,
): Promise<readonly [Reply, Owner]> {
  try {
    return [await call(owner), owner];
  } catch (thrown) {
    const isUnknown = thrown instanceof AppError && thrown.kind === 'not_found';
    if (!isUnknown || next === undefined) throw thrown;
    return firstKnown([next], call);
  }
}

async function* toStream(
  first: ReadExportFileResponse,
  read: (offset: number) => Promise<ReadExportFileResponse>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let part = first;
  let offset = 0;
  for (;;) {
    yield part.content;
    // An empty part would be read again and again.
    if (part.is_last || part.content.length === 0) return;
    offset += part.content.length;
    part = await read(offset);
  }
}
