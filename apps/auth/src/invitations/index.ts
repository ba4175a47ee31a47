import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { Audit } from '../audit-log/index.ts';
import type { Mail } from '../mail/index.ts';
import type { StartSession } from '../tokens/index.ts';
import type { Users } from '../users/index.ts';
import type { WorkspaceStore } from '../workspaces/index.ts';
import { createInvitationStores } from './invitation.store.ts';
import { invitationMethods, type InvitationMethods } from './invitations.rpc.ts';

export interface InvitationsNeeds {
  readonly audit: Audit;
  readonly mail: Mail;
  readonly users: Users;
  readonly workspaces: WorkspaceStore;
  readonly startSession: StartSession;
}

/** Invitations of people by email, and their acceptance. */
export function createInvitations(base: ServiceBase, needs: InvitationsNeeds): Feature<InvitationMethods> {
  const { clock, ids: newId, units } = base;
  const { letters, quota, linkTokens, requireConfigured, linkTo } = needs.mail;
  const { members } = needs.users;
  const ports = {
    ...needs,
    ...createInvitationStores(base.mongo.connection, base.cursors),
    ...{ letters, quota, linkTokens, requireConfigured, linkTo, members },
    ...{ clock, newId },
    unitOfWork: async <T>(fn: () => Promise<T>): Promise<T> => units.unitOfWork(async () => fn()),
  };
  return { name: 'invitations', methods: invitationMethods(ports) };
}
