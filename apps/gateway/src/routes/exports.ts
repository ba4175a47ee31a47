import { exportSchema } from '@outreach/contracts-campaigns/export';
import type { ExportContent, Export as ExportMessage } from '@outreach/contracts-campaigns/gen/exports.ts';
import { id } from '@outreach/http-kit/fields';
import type { CallContext } from '@outreach/service-kit';
import { z } from 'zod';
import type { Backends } from '../clients/backends.ts';
import { requirePresent } from './convert.ts';
import { campaignParams } from './path-params.ts';
import { EXAMPLE_TIME, EXAMPLE_ULID, route } from './route.ts';
import { sendExample } from './send-records.ts';

const EXPORT_DEADLINE_MS = 60_000;
const PAGES_MAX = 100;
const PART_DEADLINE_MS = 15_000;
const EXPIRES_CHARACTERS_MAX = 15;
const SIGNATURE_CHARACTERS_MAX = 200;

const CSV_TYPE = 'text/csv; charset=utf-8';
const JSON_LINES_TYPE = 'application/x-ndjson; charset=utf-8';
const CONTENT_TYPES: Readonly<Record<string, string>> = { csv: CSV_TYPE, jsonl: JSON_LINES_TYPE };

const Job = exportSchema.meta({ id: 'Export' });
const Started = z
  .object({ job_id: z.string(), status: exportSchema.shape.status, poll_url: z.string() })
  .meta({ id: 'StartedExport' });
const jobId = `exp_${EXAMPLE_ULID}`;
const jobExample: z.input<typeof Job> = {
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
const byId = { params: { export_id: jobId } };
const params = z.object({ export_id: id('exp').describe('Id of the export.') });
const tags = ['analytics'];

/** Exports of the emails of a campaign. */
export const exportRoutes = [
  route({
    method: 'get',
    path: '/api/v1/campaigns/{campaign_id}/export/',
    operationId: 'exportSends',
    summary: 'Export the emails of a campaign',
    description:
      'Up to 10,000 emails are the response itself. For more, the response names a job: poll it until its `download_url` is set. With `include=events`, a further column has the events of each email as JSON.',
    tags,
    scope: ['campaigns:read'],
    params: campaignParams,
    query: z.object({
      format: z
        .enum(['csv', 'jsonl'], { error: 'must be csv or jsonl' })
        .default('csv')
        .describe('Format of the response. `csv` and `jsonl` return all rows, `json` returns a page.'),
      include: z
        .enum(['events'], { error: 'must be events' })
        .optional()
        .describe('`events` adds a column with the events of each email.'),
    }),
    responses: { 200: Started },
    download: {
      contentType: CSV_TYPE,
      others: { [JSON_LINES_TYPE]: '{"id":"snd_01J9Z3NDEKTSV4RRFFQ69G5FA6","status":"delivered"}\n' },
      description: 'The emails, one per row.',
      example:
        'id,campaign_id,status\nsnd_01J9Z3NDEKTSV4RRFFQ69G5FA6,cmp_01J9Z3NDEKTSV4RRFFQ69G5FA1,delivered\n',
    },
    deadlineMs: EXPORT_DEADLINE_MS,
    example: {
      params: { campaign_id: sendExample.campaign_id },
      query: { format: 'csv' },
      responses: {
        200: { job_id: jobId, status: 'queued', poll_url: `/api/v1/exports/${jobId}/` },
      },
    },
    handleDownload: async ({ ctx, params: { campaign_id }, query: { format, include } }, { campaigns }) => {
      const content = { campaign_id, format, include_events: include === 'events' };
      const { export: job } = await campaigns.startExport(ctx, { content });
      if (job !== undefined) return undefined;
      return {
        status: 200,
        download: await readAll(campaigns, ctx, content),
        headers: contentHeaders(`${campaign_id}-sends`, format),
      };
    },
    handle: async ({ ctx, params: { campaign_id }, query: { format, include } }, { campaigns }) => {
      const content = { campaign_id, format, include_events: include === 'events' };
      const job = requirePresent((await campaigns.startExport(ctx, { content })).export);
      const { id: job_id, status } = toJob(job);
      return { status: 200, body: { job_id, status, poll_url: `/api/v1/exports/${job_id}/` } };
    },
  }),
  route({
    method: 'get',
    path: '/api/v1/exports/{export_id}/',
    operationId: 'getExport',
    summary: 'Get an export',
    description: '`download_url` is signed and needs no credential. It is valid for 24 hours.',
    tags,
    scope: ['campaigns:read'],
    params,
    responses: { 200: Job },
    example: { ...byId, responses: { 200: jobExample } },
    handle: async ({ ctx, params: { export_id } }, { campaigns }) => {
      const reply = await campaigns.getExport(ctx, { id: export_id });
      return { status: 200, body: toJob(requirePresent(reply.export)) };
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
    handle: async ({ ctx, params: { export_id }, query: { expires: text, signature } }, { campaigns }) => {
      // A link without a time, or with another text, is not found.
      const expires = /^\d+$/.test(text) ? Number(text) : 0;
      const read = async (offset: number) =>
        campaigns.readExportFile(later(ctx), { id: export_id, expires, signature, offset });
      const first = await read(0);
      return {
        status: 200,
        body: toStream(first, read),
        headers: {
          ...contentHeaders(export_id, first.format),
          'Content-Length': String(first.byte_count),
        },
      };
    },
  }),
];

type Campaigns = Backends['campaigns'];
type FilePart = Awaited<ReturnType<Campaigns['readExportFile']>>;

/** Every part of a file has its own deadline: a slow client can take longer than one call. */
function later(ctx: CallContext): CallContext {
  return { ...ctx, signal: ctx.signal, deadlineAtMs: Date.now() + PART_DEADLINE_MS };
}

async function* toStream(
  first: FilePart,
  read: (offset: number) => Promise<FilePart>,
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

async function readAll(campaigns: Campaigns, ctx: CallContext, content: ExportContent): Promise<string> {
  const parts: string[] = [];
  let position: string | undefined = '';
  // Emails that are added meanwhile cannot extend the response without end.
  while (position !== undefined && parts.length < PAGES_MAX) {
    const page: { rows: string; after?: string | undefined } = await campaigns.readExportPage(ctx, {
      content,
      after: position,
    });
    parts.push(page.rows);
    position = page.after;
  }
  return parts.join('');
}

function contentHeaders(name: string, format: string): Record<string, string> {
  return {
    'Content-Type': CONTENT_TYPES[format] ?? 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${name}.${format}"`,
  };
}

function toJob(message: ExportMessage): z.output<typeof Job> {
  return Job.parse({
    ...message,
    row_count: message.row_count ?? null,
    download_url: message.download_url ?? null,
    expires_at: message.expires_at?.toISOString() ?? null,
    error: message.error ?? null,
  });
}
