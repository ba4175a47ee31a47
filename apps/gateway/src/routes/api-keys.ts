import { authErrors, SCOPES } from '@outreach/contracts-auth';
import { KEY_OVERLAP_SECONDS_MAX } from '@outreach/contracts-auth/api-key-format';
import type { ApiKey } from '@outreach/contracts-auth/gen/auth.ts';
import { describedBy, maskOf, recordFields, recordOf } from '@outreach/contracts-common';
import {
  cursor,
  id,
  optional,
  optionalInteger,
  pageSize,
  queryFlag,
  text,
  TEXT_MAX,
  timestampText,
  enumText,
} from '@outreach/http-kit/fields';
import { withoutNull } from '@outreach/values';
import { z } from 'zod';
import { Resource } from './resource.ts';
import { givenScopes } from './optional-fields.ts';
import { EXAMPLE_TIME, EXAMPLE_ULID, requirePresent, route, toPageRequest } from './route.ts';

const RATE_LIMIT_MAX = 3_000;

const record = {
  id: recordFields.id,
  name: z.string().describe('A name for people.'),
  key_preview: z.string().describe('The first characters of the key.'),
  scopes: z.array(enumText(SCOPES)).describe('The scopes of the key.'),
  rate_limit_per_minute: z.int().describe('Requests per 60 seconds; 600 by default.'),
  expires_at: z.iso
    .datetime()
    .nullable()
    .describe('Time after which the key is invalid; `null` for no expiry.'),
  last_used_at: z.iso.datetime().nullable().describe('Time of the last request with the key.'),
  created_at: recordFields.created_at,
  revoked_at: z.iso.datetime().nullable().describe('Time of the revocation; `null` for an active key.'),
};
const ApiKeyRecord = z.object(record).meta({ id: 'ApiKey' });
const CreatedApiKey = z
  .object({ ...record, key: z.string().describe('The whole key. It is not shown again.') })
  .meta({ id: 'CreatedApiKey' });

const name = text(TEXT_MAX.resourceName);
const optionalFields = {
  rate_limit_per_minute: optionalInteger(1, RATE_LIMIT_MAX),
  expires_at: optional(timestampText, { type: 'string', format: 'date-time' }),
};
const CreateBody = z
  .object(describedBy(ApiKeyRecord, { name, scopes: givenScopes, ...optionalFields }))
  .meta({ id: 'ApiKeyCreate' });
const UpdateBody = z
  .object(
    describedBy(ApiKeyRecord, { name: name.optional(), scopes: givenScopes.optional(), ...optionalFields }),
  )
  .meta({ id: 'ApiKeyUpdate' });
const RotateBody = z
  .object({
    overlap_seconds: optionalInteger(0, KEY_OVERLAP_SECONDS_MAX).describe(
      'Seconds for which previous keys keep working; 0 by default.',
    ),
  })
  .meta({ id: 'ApiKeyRotate' });

const params = z.object({ key_id: id('key').describe('Id of the key.') });

const example = {
  id: `key_${EXAMPLE_ULID}`,
  name: 'CRM sync',
  key_preview: 'otk_4fQ2',
  scopes: ['contacts:write'],
  rate_limit_per_minute: 600,
  expires_at: null,
  last_used_at: null,
  created_at: EXAMPLE_TIME,
  revoked_at: null,
};
const byId = { params: { key_id: example.id } };
const resource = new Resource({
  path: '/api/v1/api-keys/{key_id}/',
  params,
  record: ApiKeyRecord,
  example,
  toRecord: toApiKey,
});
const shared = { tags: ['api-keys'], scope: ['admin:keys'] } as const;

export const apiKeyRoutes = [
  resource.search({
    ...shared,
    operationId: 'listApiKeys',
    summary: 'List API keys',
    description: 'Newest first. Revoked keys are listed only with `include_revoked=true`.',
    query: z.object({
      page_size: pageSize(),
      cursor: cursor(),
      include_revoked: queryFlag().describe('`true` also returns revoked keys.'),
    }),
    asked: { include_revoked: 'false' },
    call: async (ctx, { include_revoked = false, ...page }, { auth }) =>
      auth.listApiKeys(ctx, { page: toPageRequest(page), include_revoked }),
    items: ({ api_keys }) => api_keys,
  }),
  route({
    ...shared,
    method: 'post',
    path: '/api/v1/api-keys/',
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description:
      'The response contains the whole key; it is not shown again. A key gets only scopes that the caller has. A workspace has at most 50 active keys.',
    idempotent: true,
    body: CreateBody,
    responses: { 201: CreatedApiKey },
    errors: [authErrors.keyLimit, authErrors.scopeBeyondCaller],
    example: {
      body: { name: 'CRM sync', scopes: ['contacts:write'] },
      responses: { 201: { ...example, key: 'otk_4fQ2…' } },
    },
    handle: async ({ ctx, body }, { auth }) => {
      const { api_key, key } = await auth.createApiKey(ctx, withoutNull(body));
      return { status: 201, body: { ...toApiKey(requirePresent(api_key)), key } };
    },
  }),
  resource.get({
    ...shared,
    operationId: 'getApiKey',
    summary: 'Get an API key',
    description: 'Also returns a revoked key.',
    call: async (ctx, id, { auth }) => (await auth.getApiKey(ctx, { id })).api_key,
  }),
  resource.update({
    ...shared,
    operationId: 'updateApiKey',
    summary: 'Update an API key',
    description: 'The caller must have every current and every new scope of the key.',
    body: UpdateBody,
    errors: [authErrors.keyLimit, authErrors.keyNotLive, authErrors.scopeBeyondCaller],
    given: { name: 'CRM' },
    changed: { name: 'CRM' },
    call: async (ctx, { id, body }, { auth }) => {
      const { scopes = [], ...fields } = body;
      const request = { id, scopes, ...withoutNull(fields), mask: maskOf(body) };
      return (await auth.updateApiKey(ctx, request)).api_key;
    },
  }),
  route({
    ...shared,
    method: 'post',
    path: '/api/v1/api-keys/{key_id}/rotate/',
    operationId: 'rotateApiKey',
    summary: 'Rotate an API key',
    description:
      'Issues a new key with the same id, scopes and rate limits. Previous keys keep working for `overlap_seconds`.',
    idempotent: true,
    params,
    body: RotateBody,
    responses: { 200: CreatedApiKey },
    errors: [authErrors.keyNotLive, authErrors.scopeBeyondCaller],
    example: {
      ...byId,
      body: { overlap_seconds: 3_600 },
      responses: { 200: { ...example, key: 'otk_4fQ2…' } },
    },
    handle: async ({ ctx, params: { key_id }, body }, { auth }) => {
      const request = { id: key_id, overlap_seconds: body.overlap_seconds ?? 0 };
      const { api_key, key } = await auth.rotateApiKey(ctx, request);
      return { status: 200, body: { ...toApiKey(requirePresent(api_key)), key } };
    },
  }),
  resource.delete({
    ...shared,
    operationId: 'deleteApiKey',
    summary: 'Revoke an API key',
    description: 'The key stops working within one second. Its record stays readable.',
    errors: [authErrors.scopeBeyondCaller],
    call: async (ctx, id, { auth }) => auth.deleteApiKey(ctx, { id }),
  }),
];

function toApiKey(key: ApiKey): z.output<typeof ApiKeyRecord> {
  return recordOf(key, 'created_at');
}
