import { describe, expect, it } from '@jest/globals';
import { createPathTable } from './path-table.ts';

const route = (method: 'get' | 'post', path: string) => ({
  method,
  path,
  operationId: `${method} ${path}`,
  scope: 'public' as const,
});

const find = createPathTable([
  route('get', '/hooks/'),
  route('post', '/hooks/'),
  route('get', '/hooks/types/'),
  route('get', '/hooks/{hook_id}/'),
  route('get', '/hooks/{hook_id}/log/'),
  route('get', '/hooks/{hook_id}/log/{entry_id}/'),
  route('get', '/docs'),
]);

const operationOf = (path: string) => find(path)?.routes.byMethod.get('GET')?.operationId;

describe('the table of paths', () => {
  it.each([
    ['/hooks/', 'get /hooks/', {}],
    ['/docs', 'get /docs', {}],
    ['/hooks/h1/', 'get /hooks/{hook_id}/', { hook_id: 'h1' }],
    ['/hooks/types/', 'get /hooks/types/', {}],
    ['/hooks/types/log/', 'get /hooks/{hook_id}/log/', { hook_id: 'types' }],
    ['/hooks/a/log/b/', 'get /hooks/{hook_id}/log/{entry_id}/', { hook_id: 'a', entry_id: 'b' }],
    ['/hooks/a%2Fb/', 'get /hooks/{hook_id}/', { hook_id: 'a/b' }],
    ['/hooks/%zz/', 'get /hooks/{hook_id}/', { hook_id: '%zz' }],
    ['/hooks/__proto__/', 'get /hooks/{hook_id}/', { hook_id: '__proto__' }],
  ])('finds %s', (path, operation, params) => {
    expect([operationOf(path), find(path)?.params]).toEqual([operation, params]);
  });

  it.each([
    '',
    '/',
    '/hooks',
    '/hooks//',
    '//hooks/',
    '/HOOKS/',
    '/docs/',
    '/hooks/a/log',
    '/hooks//log/',
    '/%68ooks/',
    '/hooks/a/b/',
    '/hooks/a/log/b/c/',
  ])('does not find %p', (path) => {
    expect(find(path)).toBeUndefined();
  });

  it('lists the methods of a path', () => {
    expect(find('/hooks/')?.routes.allow).toBe('GET, POST, HEAD, OPTIONS');
  });

  it('rejects two routes with one method and path, and two names for one parameter', () => {
    expect(() => createPathTable([route('get', '/a/'), route('get', '/a/')])).toThrow(/same method/);
    expect(() => createPathTable([route('get', '/a/{one}/'), route('get', '/a/{two}/')])).toThrow(/names/);
  });
});
