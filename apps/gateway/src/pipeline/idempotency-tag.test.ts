import { describe, expect, it } from '@jest/globals';
import { idempotencyTag, readIdempotencyKey, type TaggedRequest } from './idempotency-tag.ts';

const request: TaggedRequest = {
  workspaceId: 'ws_1',
  principalId: 'key_1',
  key: 'abc',
  method: 'POST',
  path: '/api/v1/contacts/',
  search: 'b=2&a=1',
  body: { email: 'a@b.example', tags: ['x'] },
};
const tag = (changes: Partial<TaggedRequest>) => idempotencyTag({ ...request, ...changes });

describe('idempotencyTag', () => {
  it('is the same for the same request in another order', () => {
    expect(tag({ search: 'a=1&b=2', body: { tags: ['x'], email: 'a@b.example' } })).toEqual(tag({}));
  });

  it.each<[string, Partial<TaggedRequest>]>([
    ['method', { method: 'PUT' }],
    ['path', { path: '/api/v1/webhooks/' }],
    ['query', { search: 'a=1&b=3' }],
    ['body', { body: { email: 'a@b.example', tags: ['y'] } }],
  ])('has another fingerprint for another %s, under the same id', (_name, changes) => {
    expect(tag(changes).id).toBe(tag({}).id);
    expect(tag(changes).fingerprint).not.toBe(tag({}).fingerprint);
  });

  it.each<[string, Partial<TaggedRequest>]>([
    ['workspace', { workspaceId: 'ws_2' }],
    ['principal', { principalId: 'usr_1' }],
    ['key', { key: 'abd' }],
  ])('has another id for another %s', (_name, changes) => {
    expect(tag(changes).id).not.toBe(tag({}).id);
  });
});

describe('readIdempotencyKey', () => {
  it('removes surrounding quotes', () => {
    expect(readIdempotencyKey('"abc"')).toBe('abc');
    expect(readIdempotencyKey('"abc')).toBe('"abc');
    expect(readIdempotencyKey(undefined)).toBeUndefined();
  });
});
