import { authErrors, ROLE_SCOPES, SCOPES } from '@outreach/contracts-auth';
import type { User } from '@outreach/contracts-auth/gen/auth.ts';
import { describedBy, maskOf, recordFields, recordOf } from '@outreach/contracts-common';
import { documentedAs, email, enumText, id, optional, text, TEXT_MAX } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { Resource } from './resource.ts';
import { givenScopes } from './optional-fields.ts';
import { EXAMPLE_TIME, EXAMPLE_ULID } from './route.ts';
import { PASSWORD_BYTES_MAX, role, username } from './auth.ts';

const PASSWORD_BYTES_MIN = 12;

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

const password = documentedAs(
  text(PASSWORD_BYTES_MAX).refine(hasPasswordSize, 'must have 12 to 1,024 bytes'),
  { type: 'string', minLength: 1, maxLength: PASSWORD_BYTES_MAX, writeOnly: true },
);
const optionalEmail = optional(email(), { type: 'string', format: 'email', maxLength: TEXT_MAX.email });

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
const resource = new Resource({
  path: '/api/v1/users/{user_id}/',
  params,
  record: UserRecord,
  example,
  toRecord: (user: User) => recordOf(user, 'created_at'),
});
const shared = { tags: ['users'], scope: ['admin:keys'] } as const;
const beyond = [authErrors.scopeBeyondCaller, authErrors.roleBeyondCaller];

export const userRoutes = [
  resource.list({
    ...shared,
    operationId: 'listUsers',
    summary: 'List users',
    description: 'Newest first.',
    call: async (ctx, page, { auth }) => auth.listUsers(ctx, { page }),
    items: ({ users }) => users,
  }),
  resource.create({
    ...shared,
    operationId: 'createUser',
    summary: 'Create a user',
    description: 'A caller grants only roles and scopes that it has itself.',
    body: CreateBody,
    errors: [authErrors.duplicateUsername, authErrors.duplicateEmail, ...beyond],
    given: { username: example.username, password: 'correct horse battery', role: 'member' },
    call: async (ctx, body, { auth }) => {
      const request = { ...body, email: body.email ?? undefined, scopes: body.scopes ?? [] };
      return (await auth.createUser(ctx, request)).user;
    },
  }),
  resource.get({
    ...shared,
    operationId: 'getUser',
    summary: 'Get a user',
    call: async (ctx, id, { auth }) => (await auth.getUser(ctx, { id })).user,
  }),
  resource.update({
    ...shared,
    operationId: 'updateUser',
    summary: 'Update a user',
    description: 'A new password, a new role and a deactivation revoke all tokens of the user.',
    body: UpdateBody,
    errors: [authErrors.lastOwner, authErrors.duplicateEmail, ...beyond],
    given: { role: 'viewer' },
    changed: { role: 'viewer' },
    call: async (ctx, { id, body }, { auth }) => {
      const fields = { ...body, email: body.email ?? undefined, scopes: body.scopes ?? [] };
      return (await auth.updateUser(ctx, { id, ...fields, mask: maskOf(body) })).user;
    },
  }),
  resource.delete({
    ...shared,
    operationId: 'deleteUser',
    summary: 'Delete a user',
    description: 'Revokes all tokens of the user. The username becomes available again.',
    errors: [authErrors.lastOwner, ...beyond],
    call: async (ctx, id, { auth }) => auth.deleteUser(ctx, { id }),
  }),
];

function hasPasswordSize(value: string): boolean {
  const bytes = Buffer.byteLength(value);
  return bytes >= PASSWORD_BYTES_MIN && bytes <= PASSWORD_BYTES_MAX;
}
