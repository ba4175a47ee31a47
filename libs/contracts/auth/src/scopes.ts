/** Every scope a credential may hold. */
export const SCOPES = [
  'contacts:read',
  'contacts:write',
  'campaigns:read',
  'campaigns:write',
  'webhooks:read',
  'webhooks:write',
  'admin:keys',
  'admin:gdpr',
] as const;

export type Scope = (typeof SCOPES)[number];

/** The scopes of each role, highest role first. */
export const ROLE_SCOPES = {
  owner: SCOPES,
  admin: SCOPES.filter((scope) => scope !== 'admin:gdpr'),
  member: ['contacts:read', 'contacts:write', 'campaigns:read', 'campaigns:write'],
  viewer: ['contacts:read', 'campaigns:read'],
} as const satisfies Record<string, readonly Scope[]>;

export type Role = keyof typeof ROLE_SCOPES;

export function isScope(value: string): value is Scope {
  return SCOPES.some((scope) => scope === value);
}

export function isRole(value: string): value is Role {
  return Object.hasOwn(ROLE_SCOPES, value);
}
