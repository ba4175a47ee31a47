import type { ServiceBase } from '@outreach/app-kit';
import type { CallContext } from '@outreach/service-kit';
import type { AuthFeature } from '../methods/index.ts';
import type { TokenPair } from '../tokens/index.ts';
import { acceptForAddress } from './accept-invitation.ts';
import { createInvitationStores } from './invitation.store.ts';
import { invitationMethods } from './invitations.rpc.ts';
import type { InvitationPorts } from './ports.ts';

export interface Invitations extends AuthFeature {
  /** Creates the invited user of a confirmed address and logs it in. Undefined without a pending invitation. */
  readonly acceptFor: (ctx: CallContext, address: string) => Promise<TokenPair | undefined>;
}

/** Invitations of people by email, and their acceptance. */
export function createInvitations(
  base: ServiceBase,
  needs: Pick<InvitationPorts, 'audit' | 'mail' | 'users' | 'workspaces' | 'startSession'>,
): Invitations {
  const { clock, ids: newId } = base;
  const { unitOfWork } = base.units;
  const stores = createInvitationStores(base.mongo.connection, base.cursors);
  const ports = { ...needs, ...stores, clock, newId, unitOfWork };
  return {
    name: 'invitations',
    methods: invitationMethods(ports),
    acceptFor: async (ctx, address) => acceptForAddress(ports, ctx, address),
  };
}
