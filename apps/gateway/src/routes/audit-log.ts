import { AUDIT_ACTIONS, AUDIT_ACTORS, AUDIT_TARGETS } from '@outreach/contracts-auth';
import type { AuditEntry } from '@outreach/contracts-auth/gen/auth.ts';
import { recordFields, recordOf } from '@outreach/contracts-common';
import { RECORDED_ACTIONS, RECORDED_TARGETS } from '@outreach/contracts-common/audit';
import { cursor, enumText, pageOf, pageSize } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { EXAMPLE_TIME, EXAMPLE_ULID, onePage, route, toMeta, toPageRequest } from './route.ts';

const AuditRecord = z
  .object({
    id: recordFields.id,
    at: z.iso.datetime().describe('Time of the action.'),
    actor: z
      .object({
        type: enumText(AUDIT_ACTORS),
        id: z.string().nullable(),
      })
      .describe('The user, API key or operator that acted.'),
    action: enumText([...AUDIT_ACTIONS, ...RECORDED_ACTIONS]).describe('The action.'),
    target: z
      .object({ type: enumText([...AUDIT_TARGETS, ...RECORDED_TARGETS]), id: z.string().nullable() })
      .describe('The resource that the action changed. `id` is `null` for a bulk write.'),
    count: z.int().nullable().describe('The number of resources of a bulk write, else `null`.'),
    ip: z.string().nullable().describe('Address of the client.'),
    request_id: z.string().describe('X-Request-Id of the request.'),
  })
  .meta({ id: 'AuditEntry' });

const example = {
  id: `aud_${EXAMPLE_ULID}`,
  at: EXAMPLE_TIME,
  actor: { type: 'user', id: `usr_${EXAMPLE_ULID}` },
  action: 'api_key.created',
  target: { type: 'api_key', id: `key_${EXAMPLE_ULID}` },
  count: null,
  ip: '203.0.113.7',
  request_id: 'req_01',
};

export const auditLogRoutes = [
  route({
    method: 'get',
    path: '/api/v1/audit-log/',
    operationId: 'listAuditEntries',
    summary: 'List audit entries',
    description:
      'Log-ins, including failed ones, and the changes of users, API keys, the workspace, campaigns, sequences, sending accounts, webhooks, suppressions, segments, the ICP profile, reports and tracking domains; of contacts only bulk writes, imports and hard deletes. Newest first. Entries of other services than log-ins, users and keys appear within seconds. They are kept for 365 days.',
    tags: ['workspace'],
    scope: ['admin:keys'],
    query: z.object({ page_size: pageSize(), cursor: cursor() }),
    responses: { 200: pageOf(AuditRecord) },
    example: {
      query: { page_size: '50' },
      responses: { 200: onePage(example) },
    },
    handle: async ({ ctx, query }, { auth }) => {
      const { entries, meta } = await auth.listAuditEntries(ctx, { page: toPageRequest(query) });
      return { status: 200, body: { data: entries.map(toEntry), meta: toMeta(meta) } };
    },
  }),
];

function toEntry(entry: AuditEntry): z.output<typeof AuditRecord> {
  const { actor_type, actor_id, target_type, target_id, ...others } = recordOf(entry, 'at');
  return {
    ...others,
    actor: { type: actor_type, id: actor_id },
    target: { type: target_type, id: target_id },
  };
}
