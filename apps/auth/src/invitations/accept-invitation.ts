import { authErrors } from '@outreach/contracts-auth';
import type { AcceptInvitationRequest } from '@outreach/contracts-auth/gen/auth.ts';
import type { CallContext } from '@outreach/service-kit';
import type { TokenPair } from '../tokens/index.ts';
import type { UserDraft } from '../users/index.ts';
import { statusOf, type Invitation } from './invitation.ts';
import type { InvitationPorts } from './ports.ts';

const USERNAME_CHARACTERS_MAX = 120;

/**
 * Creates the invited user and logs it in. The token is checked first, so that a wrong one costs no password hash, and
 * again in the transaction. A refused attempt leaves the invitation as it is.
 * @throws AppError unauthenticated for a wrong, used or expired token; invalid_argument; conflict when the username, or
 * an email that must be unique, is taken.
 */
export async function acceptInvitation(
  ports: InvitationPorts,
  ctx: CallContext,
  { token, username, password }: AcceptInvitationRequest,
): Promise<TokenPair> {
  const invitation = await ports.tokens.findByDigest(ports.mail.linkTokens.digest('invitation', token));
  if (invitation === undefined || statusOf(invitation, ports.clock.now()) !== 'pending')
    throw authErrors.badInvitation.make();
  const { email, role, scopes } = invitation;
  const draft = await ports.users.draft({ username, password, role, scopes, email });
  return accept(ports, ctx, { invitation, draft });
}

/**
 * Creates the invited user of an address that the identity provider has confirmed, and logs it in. Its username is the
 * address, and no password is known. Undefined without a pending invitation.
 * @throws AppError unauthenticated for several invitations; conflict when the username or the email is taken.
 */
export async function acceptForAddress(
  ports: InvitationPorts,
  ctx: CallContext,
  address: string,
): Promise<TokenPair | undefined> {
  const [invitation, ...others] = await ports.tokens.findPending(address, new Date(ports.clock.now()));
  if (invitation === undefined) return undefined;
  if (others.length > 0) throw authErrors.oidcSeveralInvitations.make();
  const { email, role, scopes } = invitation;
  const password = ports.mail.linkTokens.newToken();
  const draft = await ports.users.draft({ username: usernameOf(email), password, role, scopes, email });
  return accept(ports, ctx, { invitation, draft });
}

/** The address, with other characters than those of usernames replaced. */
export function usernameOf(email: string): string {
  return email.replaceAll(/[^A-Za-z0-9._@+-]/g, '-').slice(0, USERNAME_CHARACTERS_MAX);
}

async function accept(
  ports: InvitationPorts,
  ctx: CallContext,
  { invitation, draft }: { readonly invitation: Invitation; readonly draft: UserDraft },
): Promise<TokenPair> {
  const { id, role, workspace_id: workspaceId } = invitation;
  return ports.unitOfWork(async () => {
    const isAccepted = await ports.tokens.markAccepted(id, new Date(ports.clock.now()));
    if (!isAccepted) throw authErrors.badInvitation.make();
    const origin = { ...ctx, principal: { type: 'user', id: draft.id, role } } as const;
    await ports.audit.record(origin, 'invitation.accepted', invitation);
    const user = await ports.users.insert(origin, { draft, workspaceId });
    await ports.mail.letters.withdraw(invitation.token_digest);
    return ports.startSession(origin, user);
  });
}
