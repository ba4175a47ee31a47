import { authErrors, isRole, ROLE_SCOPES, SCOPES } from '@outreach/contracts-auth';
import type { User } from '@outreach/contracts-auth/gen/auth.ts';
import { describedBy, maskOf, recordFields } from '@outreach/contracts-common';
import {
  cursor,
  documentedAs,
  email,
  enumText,
  id,
  optional,
  pageOf,
  pageSize,
  text,
} from '@outreach/http-kit/fields';
import { z } from 'zod';
import { givenScopes } from './optional-fields.ts';
import { EXAMPLE_TIME, EXAMPLE_ULID, onePage, route } from './route.ts';
import { requirePresent, toMeta, toPageRequest, toRequiredTime } from './convert.ts';

const USERNAME = /^[A-Za-z0-9._@+-]{1,120}$/;
const PASSWORD_BYTES_MIN = 12;
const PASSWORD_BYTES_MAX = 1_024;
const EMAIL_MAX = 254;
const ROLES = Object.keys(ROLE_SCOPES).filter(isRole);

const UserRecord = z
  .object({
    id: recordFields.id,
    username: z.string().describe('Unique in the whole service, without regard to case.'),
    email: z.string().nullable().describe('Address of the user.'),
    role: enumText(Object.keys(ROLE_SCOPES)).describe(
      '`owner`, `admin`, `member` or `viewer`. The role includes scopes.',
    ),
    scopes: z.array(enumText(SCOPES)).describe('Scopes granted in addition to the scopes of the role.'),
    is_active: z.boolean().describe('`false` for a deactivated user, who cannot log in.'),
    created_at: recordFields.created_at,
  })
  .meta({ id: 'User' });

const username = documentedAs(
  z.string().regex(USERNAME, 'must be 1 to 120 of letters, digits and . _ @ + -'),
  { type: 'string', pattern: USERNAME.source },
);
const password = documentedAs(
  text(PASSWORD_BYTES_MAX).refine(hasPasswordSize, 'must have 12 to 1,024 bytes'),
  { type: 'string', minLength: 1, maxLength: PASSWORD_BYTES_MAX, writeOnly: true },
);
const role = z.enum(ROLES);
const optionalEmail = optional(email(), { type: 'string', format: 'email', maxLength: EMAIL_MAX });

const CreateBody = z
  .object(
    describedBy(UserRecord, {
      username,
      password: password.describe('12 to 1,024 bytes. Responses never contain it.'),
      role,
      email: optionalEmail,
      scopes: givenScopes.optional(),
    }),
  )
  .meta({ id: 'UserCreate' });
const UpdateBody = z
  .object(
    describedBy(UserRecord, {
      email: optionalEmail,
      password: password.optional().describe('12 to 1,024 bytes. Responses never contain it.'),
      role: role.optional(),
      scopes: givenScopes.optional(),
      is_active: z.boolean().optional(),
    }),
  )
  .meta({ id: 'UserUpdate' });

const params = z.object({ user_id: id('usr').describe('Id of the user.') });
const example = {
  id: `usr_${EXAMPLE_ULID}`,
  username: 'maria@example.com',
  email: 'maria@example.com',
  role: 'member',
  scopes: ['webhooks:read'],
  is_active: true,
  created_at: EXAMPLE_TIME,
};
const byId = { params: { user_id: example.id } };
const shared = { tags: ['users'], scope: ['admin:keys'] } as const;
const beyond = [authErrors.scopeBeyondCaller, authErrors.roleBeyondCaller];

export const userRoutes = [
  route({
    ...shared,
    method: 'get',
    path: '/api/v1/users/',
    operationId: 'listUsers',
    summary: 'List users',
    description: 'Newest first.',
    query: z.object({ page_size: pageSize(), cursor: cursor() }),
    responses: { 200: pageOf(UserRecord) },
    example: {
      query: { page_size: '50' },
      responses: { 200: onePage(example) },
    },
    handle: async ({ ctx, query }, { auth }) => {
      const { users, meta } = await auth.listUsers(ctx, { page: toPageRequest(query) });
      return { status: 200, body: { data: users.map(toUser), meta: toMeta(meta) } };
    },
  }),
  route({
    ...shared,
    method: 'post',
    path: '/api/v1/users/',
    operationId: 'createUser',
    summary: 'Create a user',
    description: 'A caller grants only roles and scopes that it has itself.',
    idempotent: true,
    body: CreateBody,
    responses: { 201: UserRecord },
    errors: [authErrors.duplicateUsername, authErrors.duplicateEmail, ...beyond],
    example: {
      body: { username: example.username, password: 'correct horse battery', role: 'member' },
      responses: { 201: example },
    },
    handle: async ({ ctx, body }, { auth }) => {
      const request = { ...body, email: body.email ?? undefined, scopes: body.scopes ?? [] };
      const { user } = await auth.createUser(ctx, request);
      return { status: 201, body: toUser(requirePresent(user)) };
    },
  }),
  route({
    ...shared,
    method: 'get',
    path: '/api/v1/users/{user_id}/',
    operationId: 'getUser',
    summary: 'Get a user',
    params,
    responses: { 200: UserRecord },
    example: { ...byId, responses: { 200: example } },
    handle: async ({ ctx, params: { user_id } }, { auth }) => {
      const { user } = await auth.getUser(ctx, { id: user_id });
      return { status: 200, body: toUser(requirePresent(user)) };
    },
  }),
  route({
    ...shared,
    method: 'patch',
    path: '/api/v1/users/{user_id}/',
    operationId: 'updateUser',
    summary: 'Update a user',
    description: 'A new password, a new role and a deactivation revoke all tokens of the user.',
    params,
    body: UpdateBody,
    responses: { 200: UserRecord },
    errors: [authErrors.lastOwner, authErrors.duplicateEmail, ...beyond],
    example: { ...byId, body: { role: 'viewer' }, responses: { 200: { ...example, role: 'viewer' } } },
    handle: async ({ ctx, params: { user_id }, body }, { auth }) => {
      const fields = { ...body, email: body.email ?? undefined, scopes: body.scopes ?? [] };
      const { user } = await auth.updateUser(ctx, { id: user_id, ...fields, mask: maskOf(body) });
      return { status: 200, body: toUser(requirePresent(user)) };
    },
  }),
  route({
    ...shared,
    method: 'delete',
    path: '/api/v1/users/{user_id}/',
    operationId: 'deleteUser',
    summary: 'Delete a user',
    description: 'Revokes all tokens of the user. The username becomes available again.',
    params,
    responses: { 204: null },
    errors: [authErrors.lastOwner, ...beyond],
    example: { ...byId, responses: {} },
    handle: async ({ ctx, params: { user_id } }, { auth }) => {
      await auth.deleteUser(ctx, { id: user_id });
      return { status: 204 };
    },
  }),
];

function hasPasswordSize(value: string): boolean {
  const bytes = Buffer.byteLength(value);
  return bytes >= PASSWORD_BYTES_MIN && bytes <= PASSWORD_BYTES_MAX;
}

function toUser(user: User): z.output<typeof UserRecord> {
  const { id: userId, username: name, email: address = null, role: ofUser, scopes: extra } = user;
  const { is_active, created_at } = user;
  return {
    id: userId,
    username: name,
    email: address,
    role: ofUser,
    scopes: extra,
    is_active,
    created_at: toRequiredTime(created_at),
  };
}
