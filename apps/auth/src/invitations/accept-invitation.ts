import { authErrors } from '@outreach/contracts-auth';
import type { CallContext, Clock } from '@outreach/service-kit';
import type { Audit } from '../audit-log/index.ts';
import type { LetterStore, LinkTokens } from '../mail/index.ts';
import type { StartSession, TokenPair } from '../tokens/index.ts';
import type { Users } from '../users/index.ts';
import { statusOf } from './invitation.ts';
import { recordInvitation } from './manage-invitations.ts';
import type { InvitationTokens } from './ports.ts';

export interface AcceptInvitationPorts {
  readonly tokens: InvitationTokens;
  readonly linkTokens: Pick<LinkTokens, 'digest'>;
  readonly letters: Pick<LetterStore, 'withdraw'>;
  readonly users: Pick<Users, 'draft' | 'insert'>;
  readonly startSession: StartSession;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
}

export interface Acceptance {
  readonly token: string;
  readonly username: string;
  readonly password: string;
}

/**
 * Creates the invited user and logs it in. The token is checked first, so that a wrong one costs no password hash, and
 * again in the transaction. A refused attempt leaves the invitation as it is.
 * @throws AppError unauthenticated for a wrong, used or expired token; invalid_argument; conflict when the username is
 * taken.
 */
export async function acceptInvitation(
  ports: AcceptInvitationPorts,
  ctx: CallContext,
  { token, username, password }: Acceptance,
): Promise<TokenPair> {
  const invitation = await ports.tokens.findByDigest(ports.linkTokens.digest('invitation', token));
  if (invitation === undefined || statusOf(invitation, ports.clock.now()) !== 'pending')
    throw authErrors.badInvitation.make();
  const { id, email, role, scopes, workspace_id: workspaceId } = invitation;
  const draft = await ports.users.draft({ username, password, role, scopes, email });
  return ports.unitOfWork(async () => {
    const isAccepted = await ports.tokens.markAccepted(id, new Date(ports.clock.now()));
    if (!isAccepted) throw authErrors.badInvitation.make();
    const origin = { ...ctx, principal: { type: 'user', id: draft.id, role } } as const;
    await recordInvitation(ports.audit, origin, { action: 'invitation.accepted', invitation });
    const user = await ports.users.insert(origin, { draft, workspaceId });
    await ports.letters.withdraw(invitation.token_digest);
    return ports.startSession(origin, user);
  });
}
