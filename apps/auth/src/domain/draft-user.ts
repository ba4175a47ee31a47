import { authErrors, isRole, type Role } from '@outreach/contracts-auth';
import { invalidField } from '@outreach/errors';
import type { User } from './model.ts';
import type { Deps } from './ports.ts';
import { parseScopes } from './scopes-of.ts';

const USERNAME = /^[A-Za-z0-9._@+-]{1,120}$/;
const PASSWORD_BYTES_MIN = 12;
const PASSWORD_BYTES_MAX = 1_024;
const EMAIL_CHARACTERS_MAX = 254;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export interface NewUser {
  readonly username: string;
  readonly password: string;
  readonly role: string;
  readonly scopes: readonly string[];
  readonly email?: string | undefined;
}

/** A user that belongs to no workspace yet. @throws AppError invalid_argument. */
export async function draftUser(
  deps: Pick<Deps, 'newId' | 'passwords' | 'clock'>,
  input: NewUser,
): Promise<Omit<User, 'workspace_id'>> {
  if (!USERNAME.test(input.username))
    throw invalidField('username', 'Must be 1 to 120 of letters, digits and . _ @ + -');
  checkPassword(input.password);
  const role = parseRole(input.role);
  const scopes = parseScopes(input.scopes);
  return {
    id: deps.newId('usr'),
    username: input.username,
    email: parseEmail(input.email),
    role,
    scopes,
    is_active: true,
    password_hash: await deps.passwords.hash(input.password),
    tokens_valid_from: new Date(0),
    created_at: new Date(deps.clock.now()),
  };
}

/** @throws AppError conflict when the username is taken in any workspace. */
export async function insertUser(deps: Pick<Deps, 'users'>, user: User): Promise<User> {
  const taken = await deps.users.findByUsername(user.username);
  if (taken !== undefined) throw authErrors.duplicateUsername.make({ field: 'username' });
  await deps.users.insert(user);
  return user;
}

/** @throws AppError invalid_argument. */
export function checkPassword(password: string): void {
  const bytes = Buffer.byteLength(password);
  if (bytes < PASSWORD_BYTES_MIN || bytes > PASSWORD_BYTES_MAX)
    throw invalidField('password', 'Must have 12 to 1,024 bytes.');
}

/** @throws AppError invalid_argument. */
export function parseRole(role: string): Role {
  if (!isRole(role)) throw invalidField('role', 'Must be owner, admin, member or viewer.');
  return role;
}

/** The gateway knows the whole grammar; this keeps out what is no address at all. @throws AppError invalid_argument. */
export function parseEmail(email: string | undefined): string | null {
  if (email === undefined) return null;
  if (email.length > EMAIL_CHARACTERS_MAX || !EMAIL.test(email))
    throw invalidField('email', 'Must be an email address.');
  return email;
}
