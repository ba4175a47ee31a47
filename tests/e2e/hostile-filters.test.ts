import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const REFUSED_WITHIN_MS = 50;
/** The fastest of some attempts is the time of the refusal; slower attempts measure other work of the machine. */
const ATTEMPTS = 8;
const SEARCH = '/api/v1/contacts/search/';

const running = await sharedByTests(useSharedStack);

beforeAll(async () => {
  await running.call('POST', '/api/v1/contacts/', { body: { email: 'aaaa@hostile.example' } });
});

function nested(depth: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = { $not: value };
  return value;
}

const filter = (field: string, op: string, value: unknown) => ({ field, op, value });
const many = (count: number, one: unknown): unknown[] => Array.from({ length: count }, () => one);

const HOSTILE: readonly (readonly [string, object])[] = [
  ['an operator object', { filters: [filter('email', 'eq', { $ne: null })] }],
  ['code', { filters: [filter('email', '$where', 'while(true){}')] }],
  ['an expression for a field', { filters: [filter('$expr', 'eq', 1)] }],
  ['a field of the prototype', { filters: [filter('__proto__.polluted', 'eq', 1)] }],
  ['a path through the prototype', { filters: [filter('custom_fields.constructor', 'eq', 1)] }],
  ['nesting beyond 32 levels', { filters: [filter('email', 'eq', nested(40))] }],
  ['ten thousand filters', { filters: many(10_000, filter('email', 'eq', 'x')) }],
  ['lists beyond a thousand values', { filters: [filter('email', 'in', many(20_000, 'x'))] }],
  ['a text beyond its length', { filters: [filter('title', 'contains', '('.repeat(500_000))] }],
  ['an endless sort', { filters: [], sort: many(1_000, { field: 'email', direction: 'asc' }) }],
  ['another logic', { filters: [], filters_logic: '$nor' }],
  ['a forged cursor', { filters: [], cursor: 'A'.repeat(5_000) }],
];

async function refusalMs(body: object): Promise<number> {
  let fastestMs = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const startedAtMs = performance.now();
    const answer = await running.call('POST', SEARCH, { body });
    fastestMs = Math.min(fastestMs, performance.now() - startedAtMs);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'validation_error' } } });
  }
  return fastestMs;
}

describe('a hostile search', () => {
  it.each(HOSTILE)('is refused within 50 ms with %s', async (_name, body) => {
    expect(await refusalMs(body)).toBeLessThan(REFUSED_WITHIN_MS);
  });

  it('is refused with one character or value over the limit, and accepted at the limit', async () => {
    const statusOf = async (op: string, value: unknown): Promise<number> =>
      (await running.call('POST', SEARCH, { body: { filters: [filter('title', op, value)] } })).status;
    expect(await statusOf('contains', '🦄'.repeat(4_096))).toBe(200);
    expect(await statusOf('contains', '🦄'.repeat(4_097))).toBe(400);
    expect(await statusOf('in', many(1_000, 'x'))).toBe(200);
    expect(await statusOf('in', many(1_001, 'x'))).toBe(400);
  });

  it('matches a pattern that backtracks as plain text', async () => {
    const body = { filters: [filter('email', 'contains', '(a+)+$'), filter('title', 'ne', '.*')] };
    const answer = await running.call('POST', SEARCH, { body });
    expect(answer).toMatchObject({ status: 200, body: { data: [], meta: { total_count: 0 } } });
  });
});
