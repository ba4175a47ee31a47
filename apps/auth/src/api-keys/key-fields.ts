import type { CreateApiKeyRequest } from '@outreach/contracts-auth/gen/auth.ts';
import { fitsCodePoints } from '@outreach/values';
import { invalidField } from '@outreach/errors';
import type { Workspace } from '../workspaces/index.ts';

const NAME_CHARACTERS_MAX = 200;
const RATE_LIMIT_DEFAULT = 600;

/** The fields of a key that a caller sets; undefined fields are not checked. */
export type KeyFields = Partial<Omit<CreateApiKeyRequest, 'scopes'>>;

/** @throws AppError invalid_argument on the first invalid field. */
export function checkKeyFields(
  { name, rate_limit_per_minute: limit, expires_at: expiresAt }: KeyFields,
  { workspace, now }: { readonly workspace: Workspace; readonly now: Date },
): void {
  if (name !== undefined && (name === '' || !fitsCodePoints(name, NAME_CHARACTERS_MAX)))
    throw invalidField('name', `name must have 1 to ${NAME_CHARACTERS_MAX} characters.`);
  if (limit !== undefined && (limit < 1 || limit > workspace.key_max)) {
    const message = `rate_limit_per_minute must be from 1 to ${workspace.key_max}.`;
    throw invalidField('rate_limit_per_minute', message);
  }
  if (expiresAt !== undefined && expiresAt <= now)
    throw invalidField('expires_at', 'expires_at must lie in the future.');
}

/** The rate limit of a key that is created without one. */
export function defaultRateLimit({ key_max }: Workspace): number {
  return Math.min(RATE_LIMIT_DEFAULT, key_max);
}
