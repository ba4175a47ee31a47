import { authErrors, isRole, ROLE_SCOPES, SCOPES } from '@outreach/contracts-auth';
import type { Invitation } from '@outreach/contracts-auth/gen/auth.ts';
import { recordFields } from '@outreach/contracts-common';
import { cursor, email, enumText, id, pageOf, pageSize } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { requirePresent, toMeta, toPageRequest, toRequiredTime } from './convert.ts';
import { givenScopes } from './optional-fields.ts';
import { EXAMPLE_TIME, EXAMPLE_ULID, onePage, route } from './route.ts';

const STATUSES = ['pending', 'accepted', 'expired'] as const;
const ROLES = Object.keys(ROLE_SCOPES).filter(isRole);

const InvitationRecord = z
  .object({
    id: recordFields.id,
    email: z.string().describe('Address that the letter goes to.'),
    role: enumText(Object.keys(ROLE_SCOPES)).describe('Role of the user who accepts.'),
    scopes: z.array(enumText(SCOPES)).describe('Scopes granted in addition to the scopes of the role.'),
    status: enumText(STATUSES),
    invited_by: z.string().describe('Id of the user or API key.'),
    expires_at: z.string().describe('Seven days after the invitation.'),
    created_at: recordFields.created_at,
  })
  .meta({ id: 'Invitation' });

const CreateBody = z
  .object({
    email: email(),
    role: z.enum(ROLES),
    scopes: givenScopes.optional(),
  })
  .meta({ id: 'InvitationCreate' });

const params = z.object({ invitation_id: id('inv').describe('Id of the invitation.') });
const example = {
  id: `inv_${EXAMPLE_ULID}`,
  email: 'maria@example.com',
  role: 'member',
  scopes: [],
  status: 'pending',
  invited_by: `usr_${EXAMPLE_ULID}`,
  expires_at: EXAMPLE_TIME,
  created_at: EXAMPLE_TIME,
};
const byId = { params: { invitation_id: example.id } };
const shared = { tags: ['users'], scope: ['admin:keys'] } as const;
const beyond = [authErrors.scopeBeyondCaller, authErrors.roleBeyondCaller];

export const invitationRoutes = [
  route({
    ...shared,
    method: 'get',
    path: '/api/v1/invitations/',
    operationId: 'listInvitations',
    summary: 'List invitations',
    description: 'Newest first.',
    query: z.object({ page_size: pageSize(), cursor: cursor() }),
    responses: { 200: pageOf(InvitationRecord) },
    example: {
      query: { page_size: '50' },
      responses: { 200: onePage(example) },
    },
    handle: async ({ ctx, query }, { auth }) => {
      const { invitations, meta } = await auth.listInvitations(ctx, { page: toPageRequest(query) });
      return { status: 200, body: { data: invitations.map(toInvitation), meta: toMeta(meta) } };
    },
  }),
  route({
    ...shared,
    method: 'post',
    path: '/api/v1/invitations/',
    operationId: 'createInvitation',
    summary: 'Invite a person',
    description:
      'Sends a letter with a link that is valid for seven days. A pending invitation of the address is replaced. A caller grants only roles and scopes that it has itself. More than 50 letters of a workspace in an hour are a 429.',
    idempotent: true,
    body: CreateBody,
    responses: { 201: InvitationRecord },
    errors: [authErrors.alreadyMember, authErrors.mailNotConfigured, ...beyond],
    example: {
      body: { email: example.email, role: 'member' },
      responses: { 201: example },
    },
    handle: async ({ ctx, body }, { auth }) => {
      const { invitation } = await auth.createInvitation(ctx, { ...body, scopes: body.scopes ?? [] });
      return { status: 201, body: toInvitation(requirePresent(invitation)) };
    },
  }),
  route({
    ...shared,
    method: 'get',
    path: '/api/v1/invitations/{invitation_id}/',
    operationId: 'getInvitation',
    summary: 'Get an invitation',
    params,
    responses: { 200: InvitationRecord },
    example: { ...byId, responses: { 200: example } },
    handle: async ({ ctx, params: { invitation_id } }, { auth }) => {
      const { invitation } = await auth.getInvitation(ctx, { id: invitation_id });
      return { status: 200, body: toInvitation(requirePresent(invitation)) };
    },
  }),
  route({
    ...shared,
    method: 'delete',
    path: '/api/v1/invitations/{invitation_id}/',
    operationId: 'deleteInvitation',
    summary: 'Delete an invitation',
    description: 'Its link is void. The user of an accepted invitation stays.',
    params,
    responses: { 204: null },
    errors: beyond,
    example: { ...byId, responses: {} },
    handle: async ({ ctx, params: { invitation_id } }, { auth }) => {
      await auth.deleteInvitation(ctx, { id: invitation_id });
      return { status: 204 };
    },
  }),
];

function toInvitation(invitation: Invitation): z.output<typeof InvitationRecord> {
  const { email: address, role, scopes, status, invited_by, expires_at, created_at } = invitation;
  return {
    id: invitation.id,
    email: address,
    role,
    scopes,
    status,
    invited_by,
    expires_at: toRequiredTime(expires_at),
    created_at: toRequiredTime(created_at),
  };
}
