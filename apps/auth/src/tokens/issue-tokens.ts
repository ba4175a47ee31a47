import { hash } from 'node:crypto';
import type { TokenPair } from '@outreach/contracts-auth/gen/auth.ts';
import { scopesOf, type User } from '../users/index.ts';
import type { TokenPorts } from './ports.ts';

const REFRESH_PREFIX = 'otr_';
const REFRESH_BYTES = 32;
const DAY_MS = 24 * 60 * 60 * 1000;
const REFRESH_IDLE_MS = 7 * DAY_MS;

/** The position of a refresh token in its family. */
export interface FamilyPosition {
  readonly familyId: string;
  readonly parentId: string | null;
  readonly familyExpiresAt: Date;
}

/** Part of a transaction: stores a refresh token and signs an access token. */
export async function issuePair(
  { refreshTokens, signer, randomBytes, clock }: TokenPorts,
  user: User,
  { familyId, parentId, familyExpiresAt }: FamilyPosition,
): Promise<TokenPair> {
  const refresh = REFRESH_PREFIX + randomBytes(REFRESH_BYTES).toString('base64url');
  await refreshTokens.insert({
    id: digestOf(refresh),
    family_id: familyId,
    parent_id: parentId,
    user_id: user.id,
    workspace_id: user.workspace_id,
    state: 'live',
    rotated_at: null,
    idle_expires_at: new Date(clock.now() + REFRESH_IDLE_MS),
    family_expires_at: familyExpiresAt,
  });
  const claims = { userId: user.id, workspaceId: user.workspace_id, role: user.role, scopes: scopesOf(user) };
  return { access: await signer.signAccess(claims), refresh };
}

/** The id of a refresh token: SHA-256, hex. */
export function digestOf(token: string): string {
  return hash('sha256', token, 'hex');
}
