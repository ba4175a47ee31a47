import { authErrors, ROLE_SCOPES, SCOPES } from '@outreach/contracts-auth';
import type { Invitation } from '@outreach/contracts-auth/gen/auth.ts';
import { recordFields, recordOf } from '@outreach/contracts-common';
import { email, enumText, id } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { Resource } from './resource.ts';
import { givenScopes } from './optional-fields.ts';
import { EXAMPLE_TIME, EXAMPLE_ULID } from './route.ts';
import { role } from './auth.ts';

const STATUSES = ['pending', 'accepted', 'expired'] as const;

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
    role,
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
const resource = new Resource({
  path: '/api/v1/invitations/{invitation_id}/',
  params,
  record: InvitationRecord,
  example,
  toRecord: toInvitation,
});
const shared = { tags: ['users'], scope: ['admin:keys'] } as const;
const beyond = [authErrors.scopeBeyondCaller, authErrors.roleBeyondCaller];

export const invitationRoutes = [
  resource.list({
    ...shared,
    operationId: 'listInvitations',
    summary: 'List invitations',
    description: 'Newest first.',
    call: async (ctx, page, { auth }) => auth.listInvitations(ctx, { page }),
    items: ({ invitations }) => invitations,
  }),
  resource.create({
    ...shared,
    operationId: 'createInvitation',
    summary: 'Invite a person',
    description:
      'Sends a letter with a link that is valid for seven days. A pending invitation of the address is replaced. A caller grants only roles and scopes that it has itself. More than 50 letters of a workspace in an hour are a 429.',
    body: CreateBody,
    errors: [authErrors.alreadyMember, authErrors.mailNotConfigured, ...beyond],
    given: { email: example.email, role: 'member' },
    call: async (ctx, body, { auth }) =>
      (await auth.createInvitation(ctx, { ...body, scopes: body.scopes ?? [] })).invitation,
  }),
  resource.get({
    ...shared,
    operationId: 'getInvitation',
    summary: 'Get an invitation',
    call: async (ctx, id, { auth }) => (await auth.getInvitation(ctx, { id })).invitation,
  }),
  resource.delete({
    ...shared,
    operationId: 'deleteInvitation',
    summary: 'Delete an invitation',
    description: 'Its link is void. The user of an accepted invitation stays.',
    errors: beyond,
    call: async (ctx, id, { auth }) => auth.deleteInvitation(ctx, { id }),
  }),
];

function toInvitation(invitation: Invitation): z.output<typeof InvitationRecord> {
  return recordOf(invitation, 'expires_at', 'created_at');
}
