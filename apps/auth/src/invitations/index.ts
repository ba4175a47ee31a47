import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { Audit } from '../audit-log/index.ts';
import type { Mail } from '../mail/index.ts';
import type { CallContext } from '@outreach/service-kit';
import type { StartSession, TokenPair } from '../tokens/index.ts';
import type { Users } from '../users/index.ts';
import type { WorkspaceStore } from '../workspaces/index.ts';
import { acceptForAddress } from './accept-invitation.ts';
import { createInvitationStores } from './invitation.store.ts';
import { invitationMethods, type InvitationMethods } from './invitations.rpc.ts';

export interface InvitationsNeeds {
  readonly audit: Audit;
  readonly mail: Mail;
  readonly users: Users;
  readonly workspaces: WorkspaceStore;
  readonly startSession: StartSession;
}

export interface Invitations extends Feature<InvitationMethods> {
  /** Creates the invited user of a confirmed address and logs it in. Undefined without a pending invitation. */
  readonly acceptFor: (ctx: CallContext, address: string) => Promise<TokenPair | undefined>;
}

/** Invitations of people by email, and their acceptance. */
export function createInvitations(base: ServiceBase, needs: InvitationsNeeds): Invitations {
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
  return {
    name: 'invitations',
    methods: invitationMethods(ports),
    acceptFor: async (ctx, address) => acceptForAddress(ports, ctx, address),
  };
}
