import { authErrors } from '@outreach/contracts-auth';
import type { CreateTokenRequest, TokenPair } from '@outreach/contracts-auth/gen/auth.ts';
import type { Audit, Origin } from '../audit-log/index.ts';
import type { User } from '../users/index.ts';
import { issuePair } from './issue-tokens.ts';
import type { TokenPorts } from './ports.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const FAMILY_MS = 30 * DAY_MS;

/**
 * Checks a password, and the code of a second factor, and starts a token family. A missing code is no failed log-in.
 * @throws AppError unauthenticated, with the same text and in the same time for an unknown user, a wrong password, an
 * inactive user and another workspace; with the detail `second_factor` for a missing or a wrong code.
 */
export async function logIn(
  ports: TokenPorts,
  origin: Origin,
  input: CreateTokenRequest,
): Promise<TokenPair> {
  const { username, password, workspace_id: workspaceId, code } = input;
  const user = await ports.users.findByUsername(username);
  const matches = await ports.passwords.verify(password, user?.password_hash);
  const isElsewhere = workspaceId !== undefined && workspaceId !== user?.workspace_id;
  const isAccepted = user !== undefined && matches && user.is_active && !isElsewhere;
  const result = isAccepted ? await startFamily(ports, origin, { user, code }) : 'changed';
  if (typeof result !== 'string') return result;
  if (result === 'missing') throw authErrors.codeRequired.make({ details: SECOND_FACTOR });
  await recordFailure(ports.audit, origin, user);
  if (result === 'wrong') throw authErrors.badCode.make({ details: SECOND_FACTOR });
  throw authErrors.badCredentials.make();
}

const SECOND_FACTOR = { second_factor: 'totp' };

/** `changed` if the user has changed since the password was checked; `missing` or `wrong` is the code. */
async function startFamily(
  ports: TokenPorts,
  origin: Origin,
  { user, code }: { readonly user: User; readonly code: string | undefined },
): Promise<TokenPair | 'changed' | 'missing' | 'wrong'> {
  return ports.unitOfWork(async () => {
    const current = await ports.users.lock(user.id);
    if (current?.is_active !== true || current.password_hash !== user.password_hash) return 'changed';
    const factor = await ports.secondFactors.check(user.id, code);
    if (factor !== 'passed') return factor;
    return startSession(ports, origin, current);
  });
}

/** Part of a transaction: records the log-in of a user and starts a token family. */
export async function startSession(ports: TokenPorts, origin: Origin, user: User): Promise<TokenPair> {
  const { id, workspace_id } = user;
  const about = { id, workspace_id, actor: { type: 'user', id } } as const;
  await ports.audit.record(origin, 'login.succeeded', about);
  const familyExpiresAt = new Date(ports.clock.now() + FAMILY_MS);
  return issuePair(ports, user, { familyId: ports.newId('fam'), parentId: null, familyExpiresAt });
}

/** An unknown username is recorded too, so that its refusal takes the same time. */
async function recordFailure(audit: Audit, origin: Origin, user: User | undefined): Promise<void> {
  const { id, workspace_id } = user ?? { id: '', workspace_id: '' };
  await audit.record(origin, 'login.failed', { id, workspace_id, actor: { type: 'anonymous', id: null } });
}
