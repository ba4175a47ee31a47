import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from '@jest/globals';
import { startDnsServer } from '@outreach/testing/dns-server';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createAddressGuard } from './address-guard.ts';
import { AddressRefused, guardedLookup } from './guarded-lookup.ts';
import { createResolver, type ResolverOptions } from './resolver.ts';

const server = await sharedByTests(startDnsServer);

function setUp(options: ResolverOptions = {}) {
  const clock = { nowMs: 0 };
  const resolve = createResolver({
    servers: [server.address],
    monotonicMs: () => clock.nowMs,
    readHosts: async () => '',
    ...options,
  });
  const ask = async (name: string): Promise<string[] | string> =>
    new Promise((done) => {
      resolve(name, (error, addresses: LookupAddress[]) => {
        done(error === null ? addresses.map(({ address }) => address) : (error.code ?? ''));
      });
    });
  return { resolve, ask, clock };
}

/** Names of a server that does not answer. */
const NAMES = 60;
const questionsFor = (name: string): number => server.questions.filter((asked) => asked === name).length;

describe('createResolver', () => {
  it('returns all addresses of both families', async () => {
    server.zone.set('both.test', { a: ['192.0.2.1', '192.0.2.2'], aaaa: ['2001:db8:0:0:0:0:0:1'] });
    expect(await setUp().ask('Both.test.')).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
  });

  it.each([
    { ttlSeconds: 1, keptMs: 5_000 },
    { ttlSeconds: 60, keptMs: 60_000 },
    { ttlSeconds: 86_400, keptMs: 300_000 },
  ])('keeps an answer with a TTL of $ttlSeconds s for $keptMs ms', async ({ ttlSeconds, keptMs }) => {
    const name = `ttl-${ttlSeconds}.test`;
    const { ask, clock } = setUp();
    server.zone.set(name, { a: ['192.0.2.1'], ttlSeconds });
    await ask(name);
    server.zone.set(name, { a: ['192.0.2.9'], ttlSeconds });
    clock.nowMs = keptMs - 1;
    expect(await ask(name)).toEqual(['192.0.2.1']);
    clock.nowMs = keptMs;
    expect(await ask(name)).toEqual(['192.0.2.9']);
  });

  it('asks once for concurrent callers, and refuses callers over the limit of a name', async () => {
    const name = 'slow.test';
    server.zone.set(name, { failure: 'ignore' });
    const { ask } = setUp({ timeoutMs: 200 });
    const answers = await Promise.all(Array.from({ length: 130 }, async () => ask(name)));
    expect(new Set(answers)).toEqual(new Set(['EAI_AGAIN']));
    const asked = questionsFor(name);
    // Two address families, each asked again once.
    expect(asked).toBeLessThanOrEqual(4);
    await ask(name);
    expect(questionsFor(name)).toBe(asked);
  });

  it('waits at most two seconds for a server, which delays no other name', async () => {
    server.zone.set('never.test', { failure: 'ignore' });
    server.zone.set('quick.test', { a: ['192.0.2.7'] });
    const { ask } = setUp();
    const startedAtMs = performance.now();
    const ended: string[] = [];
    const hanging = Promise.all(
      Array.from({ length: NAMES }, async (_, index) => {
        server.zone.set(`${index}.never.test`, { failure: 'ignore' });
        ended.push(String(await ask(`${index}.never.test`)));
      }),
    );
    expect(await ask('quick.test')).toEqual(['192.0.2.7']);
    expect(ended).toEqual([]);
    await hanging;
    expect(ended).toEqual(Array.from({ length: NAMES }, () => 'EAI_AGAIN'));
    // One after the other, they would take two minutes.
    expect(performance.now() - startedAtMs).toBeLessThan(10_000);
  });

  it('separates absent names from failures of the server', async () => {
    server.zone.set('broken.test', { failure: 'refuse' });
    const { ask } = setUp();
    expect(await ask('absent.test')).toBe('ENOTFOUND');
    expect(await ask('broken.test')).toBe('EAI_AGAIN');
  });

  it('reads the hosts file first', async () => {
    const { ask } = setUp({ readHosts: async () => '192.0.2.5 host.test alias.test # note\n' });
    expect(await ask('alias.test')).toEqual(['192.0.2.5']);
  });
});

describe('guardedLookup with a resolver', () => {
  it('refuses a name as soon as one of its addresses is special', async () => {
    const name = 'rebound.test';
    const { resolve, clock } = setUp();
    const lookup = guardedLookup(createAddressGuard([]), resolve);
    const connectTo = async (): Promise<unknown> =>
      new Promise((done) => {
        lookup(name, { all: true }, (error, addresses) => done(error ?? addresses));
      });
    server.zone.set(name, { a: ['93.184.216.34'] });
    expect(await connectTo()).toEqual([{ address: '93.184.216.34', family: 4 }]);
    server.zone.set(name, { a: ['93.184.216.34', '10.0.0.1'] });
    clock.nowMs = 5_000;
    expect(await connectTo()).toBeInstanceOf(AddressRefused);
  });
});
