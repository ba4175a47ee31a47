import { fromPage, toMeta } from '@outreach/app-kit';
import type { Invitation as InvitationMessage } from '@outreach/contracts-auth/gen/auth.ts';
import { NOTHING } from '@outreach/service-kit/rpc';
import type { AuthMethods } from '../methods/index.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { statusOf, type Invitation } from './invitation.ts';
import { createInvitation, deleteInvitation, getInvitation } from './manage-invitations.ts';
import type { InvitationPorts } from './ports.ts';

const KEYS = ['admin:keys'] as const;

export function invitationMethods(ports: InvitationPorts): AuthMethods {
  const toMessage = (invitation: Invitation): InvitationMessage => ({
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    scopes: [...invitation.scopes],
    status: statusOf(invitation, ports.clock.now()),
    invited_by: invitation.invited_by,
    expires_at: invitation.expires_at,
    created_at: invitation.created_at,
  });
  return {
    createInvitation: {
      scope: KEYS,
      about: NOTHING,
      command: async (ctx, request) => ({
        invitation: toMessage(await createInvitation(ports, ctx, request)),
      }),
    },
    listInvitations: {
      scope: KEYS,
      query: async (_ctx, { page }) => {
        const list = await ports.invitations.list(fromPage(page));
        return { invitations: list.items.map(toMessage), meta: toMeta(list) };
      },
    },
    getInvitation: {
      scope: KEYS,
      query: async (_ctx, { id }) => ({ invitation: toMessage(await getInvitation(ports.invitations, id)) }),
    },
    deleteInvitation: {
      scope: KEYS,
      about: NOTHING,
      command: async (ctx, { id }) => {
        await deleteInvitation(ports, ctx, id);
        return {};
      },
    },
    // It writes without an idempotency key, as log-ins do: a query that opens its own transaction.
    acceptInvitation: {
      scope: 'public',
      query: async (ctx, request) => ({ tokens: await acceptInvitation(ports, ctx, request) }),
    },
  };
}
