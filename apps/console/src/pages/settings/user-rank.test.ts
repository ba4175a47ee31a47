import { describe, expect, it } from '@jest/globals';
import { canManage, grantableRoles, scopesOfRole } from './user-rank.ts';

const callerOf = (role: 'owner' | 'admin' | 'member' | 'viewer', extra: readonly string[] = []) => ({
  role,
  scopes: new Set<string>([...scopesOfRole(role), ...extra]),
});

describe('grantableRoles', () => {
  it.each([
    [callerOf('owner'), ['owner', 'admin', 'member', 'viewer']],
    [callerOf('admin'), ['admin', 'member', 'viewer']],
    [callerOf('admin', ['admin:gdpr']), ['admin', 'member', 'viewer']],
    [callerOf('member', ['admin:keys']), ['member', 'viewer']],
    [{ role: 'unknown', scopes: new Set(['admin:keys']) }, []],
  ])('offers %j the roles %j', (caller, roles) => {
    expect(grantableRoles(caller)).toEqual(roles);
  });
});

describe('canManage', () => {
  it('refuses a user with a scope that the caller lacks', () => {
    const user = { role: 'member', scopes: ['admin:gdpr'] } as const;
    expect([canManage(callerOf('admin'), { ...user, scopes: [...user.scopes] })]).toEqual([false]);
    expect(canManage(callerOf('admin', ['admin:gdpr']), { ...user, scopes: [...user.scopes] })).toBe(true);
  });

  it('refuses a user with a higher role', () => {
    expect(canManage(callerOf('admin'), { role: 'owner', scopes: [] })).toBe(false);
    expect(canManage(callerOf('owner'), { role: 'owner', scopes: [] })).toBe(true);
  });
});
