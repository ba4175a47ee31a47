import { authErrors } from '@outreach/contracts-auth';
import type { CreateInvitationRequest } from '@outreach/contracts-auth/gen/auth.ts';
import { invalidField, notFound } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import { tooManyLetters } from '../mail/index.ts';
import { parseScopes } from '../scopes/index.ts';
import { parseEmail, parseRole, requireRank } from '../users/index.ts';
import { requireWorkspace } from '../workspaces/index.ts';
import type { Invitation } from './invitation.ts';
import type { InvitationPorts, InvitationStore } from './ports.ts';

/** The life of an invitation. */
export const INVITATION_MS = 7 * 24 * 60 * 60 * 1_000;
/** Letters of a workspace in an hour. */
export const LETTERS_PER_HOUR = 50;

/**
 * Invites an address and queues the letter with the token, which is stored only as a digest. The pending invitation of
 * the address is replaced.
 * @throws AppError invalid_argument; permission_denied above the caller's rank; conflict for a user of the workspace;
 * failed_precondition without mail; resource_exhausted over the letters of an hour.
 */
export async function createInvitation(
  ports: InvitationPorts,
  ctx: CallContext,
  input: CreateInvitationRequest,
): Promise<Invitation> {
  const email = parseEmail(input.email);
  if (email === null) throw invalidField('email', 'email must be an email address.');
  const right = { role: parseRole(input.role), scopes: parseScopes(input.scopes) };
  requireRank(ctx, right);
  const { quota, linkTokens, linkTo } = ports.mail;
  ports.mail.requireConfigured();
  const { workspaceId } = ctx;
  const workspace = await requireWorkspace(ports.workspaces, workspaceId);
  await ports.workspaces.lock(workspaceId);
  if (await ports.users.members.hasAddress(email)) throw authErrors.alreadyMember.make({ field: 'email' });
  const now = ports.clock.now();
  const allowedAtMs = await quota.take(workspaceId, LETTERS_PER_HOUR);
  if (allowedAtMs !== undefined) throw tooManyLetters(LETTERS_PER_HOUR, allowedAtMs, now);
  await removeOpen(ports, email);
  const token = linkTokens.newToken();
  const invitation: Invitation = {
    id: ports.newId('inv'),
    workspace_id: workspaceId,
    email,
    ...right,
    invited_by: ctx.principal.id,
    token_digest: linkTokens.digest('invitation', token),
    expires_at: new Date(now + INVITATION_MS),
    created_at: new Date(now),
    accepted_at: null,
  };
  await ports.invitations.insert(invitation);
  await ports.audit.record(ctx, 'invitation.created', invitation);
  await queueLetter(ports, invitation, { name: workspace.name, link: linkTo('/invite', token) });
  return invitation;
}

/** Deletes an invitation and its unsent letter. @throws AppError not_found; permission_denied above the caller's rank. */
export async function deleteInvitation(ports: InvitationPorts, ctx: CallContext, id: string): Promise<void> {
  const invitation = await getInvitation(ports.invitations, id);
  requireRank(ctx, invitation);
  await ports.invitations.remove(id);
  await ports.mail.letters.withdraw(invitation.token_digest);
  await ports.audit.record(ctx, 'invitation.deleted', invitation);
}

/** @throws AppError not_found. */
export async function getInvitation(
  invitations: Pick<InvitationStore, 'findOwn'>,
  id: string,
): Promise<Invitation> {
  const invitation = await invitations.findOwn(id);
  if (invitation === undefined) throw notFound();
  return invitation;
}

async function removeOpen(
  { invitations, mail }: Pick<InvitationPorts, 'invitations' | 'mail'>,
  email: string,
): Promise<void> {
  const previous = await invitations.findOpen(email);
  if (previous === undefined) return;
  await invitations.remove(previous.id);
  await mail.letters.withdraw(previous.token_digest);
}

async function queueLetter(
  { mail }: Pick<InvitationPorts, 'mail'>,
  { workspace_id, email, token_digest, expires_at }: Invitation,
  { name, link }: { readonly name: string; readonly link: string },
): Promise<void> {
  const text = [
    `You are invited to the workspace "${name}" of Outreach. To accept, open this link within seven days:`,
    link,
    'The link works once. If you do not expect the invitation, ignore this email.',
  ].join('\n\n');
  await mail.letters.add({
    workspaceId: workspace_id,
    purpose: 'invitation',
    tokenDigest: token_digest,
    letter: { to: email, subject: 'Your invitation to Outreach', text },
    expiresAt: expires_at,
  });
}
