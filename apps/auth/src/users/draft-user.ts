import { authErrors, isRole, type Role } from '@outreach/contracts-auth';
import { invalidField } from '@outreach/errors';
import { parseScopes } from '../scopes/index.ts';
import type { UserPorts } from './ports.ts';
import { claimEmail } from './unique-email.ts';
import type { User } from './user.ts';

const USERNAME = /^[A-Za-z0-9._@+-]{1,120}$/;
const PASSWORD_BYTES_MIN = 12;
const PASSWORD_BYTES_MAX = 1_024;
const EMAIL_CHARACTERS_MAX = 254;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** The start of validity of the tokens of a new user: no access token of it is void. */
const FROM_THE_BEGINNING = new Date(0);

export interface NewUser {
  readonly username: string;
  readonly password: string;
  readonly role: string;
  readonly scopes: readonly string[];
  readonly email?: string | undefined;
}

export type UserDraft = Omit<User, 'workspace_id'>;

/** Checks the input and makes a user that has no workspace yet. @throws AppError invalid_argument. */
export async function draftUser({ passwords, clock, newId }: UserPorts, input: NewUser): Promise<UserDraft> {
  checkUsername(input.username);
  checkPassword(input.password);
  const role = parseRole(input.role);
  const scopes = parseScopes(input.scopes);
  return {
    id: newId('usr'),
    username: input.username,
    email: parseEmail(input.email),
    unique_email: null,
    role,
    scopes,
    is_active: true,
    password_hash: await passwords.hash(input.password),
    tokens_valid_from: FROM_THE_BEGINNING,
    created_at: new Date(clock.now()),
    version: 1,
  };
}

/** @throws AppError conflict when the username, or an email that must be unique, is taken in any workspace. */
export async function insertUser(ports: UserPorts, draft: User): Promise<User> {
  const taken = await ports.users.findByUsername(draft.username);
  if (taken !== undefined) throw authErrors.duplicateUsername.make({ field: 'username' });
  const user = await claimEmail(ports, draft);
  await ports.users.insert(user);
  return user;
}

/** @throws AppError invalid_argument. */
export function checkUsername(username: string): void {
  if (!USERNAME.test(username))
    throw invalidField('username', 'username must have 1 to 120 of letters, digits and . _ @ + -');
}

/** @throws AppError invalid_argument. */
export function checkPassword(password: string): void {
  const bytes = Buffer.byteLength(password);
  if (bytes < PASSWORD_BYTES_MIN || bytes > PASSWORD_BYTES_MAX)
    throw invalidField('password', 'password must have 12 to 1,024 bytes.');
}

/** @throws AppError invalid_argument. */
export function parseRole(role: string): Role {
  if (!isRole(role)) throw invalidField('role', 'role must be owner, admin, member or viewer.');
  return role;
}

/** A coarse check; the gateway checks the whole grammar. @throws AppError invalid_argument. */
export function parseEmail(email: string | undefined): string | null {
  if (email === undefined) return null;
  if (email.length > EMAIL_CHARACTERS_MAX || !EMAIL.test(email))
    throw invalidField('email', 'email must be an email address.');
  return email;
}
