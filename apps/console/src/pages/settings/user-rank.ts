import type { User } from '../../data/users.ts';

const READ = ['contacts:read', 'campaigns:read'] as const;
const WRITE = [...READ, 'contacts:write', 'campaigns:write'] as const;
const ADMIN = [...WRITE, 'webhooks:read', 'webhooks:write', 'admin:keys'] as const;

/** The roles, highest first, with their scopes. */
const ROLES = {
  owner: [...ADMIN, 'admin:gdpr'],
  admin: ADMIN,
  member: WRITE,
  viewer: READ,
} as const satisfies Record<User['role'], readonly User['scopes'][number][]>;

const ORDER = ['owner', 'admin', 'member', 'viewer'] as const;

/** The user who is logged in. */
export interface Caller {
  readonly role: string;
  readonly scopes: ReadonlySet<string>;
}

/** The roles that a caller may give, highest first: not above its own, and only scopes that it has. */
export function grantableRoles(caller: Caller): readonly User['role'][] {
  return ORDER.filter((role) => isWithin(caller, { role, scopes: [] }));
}

/** True if the caller may change the user: nobody changes a user above themselves. */
export function canManage(caller: Caller, user: Pick<User, 'role' | 'scopes'>): boolean {
  return isWithin(caller, user);
}

/** The scopes that a role includes. */
export function scopesOfRole(role: User['role']): readonly User['scopes'][number][] {
  return ROLES[role];
}

function isWithin(caller: Caller, { role, scopes }: Pick<User, 'role' | 'scopes'>): boolean {
  const rank = ORDER.findIndex((one) => one === caller.role);
  const needed = [...ROLES[role], ...scopes];
  return rank >= 0 && ORDER.indexOf(role) >= rank && needed.every((scope) => caller.scopes.has(scope));
}
