import { describe, expect, it } from '@jest/globals';
import { checkDomain } from './check-domain.ts';
import type { DomainResolver } from './ports.ts';

const NAME = 'go.shop.com';
const TARGET = 'track.example.com';
const NO_ANSWER = { kind: 'unknown' } as const;
const NO_RECORDS = { kind: 'no_records' } as const;

/** Name servers that fail for some questions. */
function resolverOf(changes: Partial<DomainResolver>): DomainResolver {
  const none = async () => Promise.resolve(NO_RECORDS);
  return { cname: none, a: none, aaaa: none, ...changes };
}

const fails = async () => Promise.resolve(NO_ANSWER);
const has = (records: Readonly<Record<string, string>>) => async (name: string) => {
  const address = records[name];
  return Promise.resolve(
    address === undefined ? NO_RECORDS : ({ kind: 'records', records: [address] } as const),
  );
};
const SAME = has({ [NAME]: '192.0.2.1', [TARGET]: '192.0.2.1' });

describe('the check of a domain', () => {
  it.each([
    ['the question for an alias', { cname: fails, a: SAME }],
    ['the questions for IPv6 addresses', { a: SAME, aaaa: fails }],
    ['the questions for IPv4 addresses', { a: fails, aaaa: SAME }],
  ])('passes by equal addresses if %s fail', async (_title, changes) => {
    expect(await checkDomain(resolverOf(changes), NAME, TARGET)).toBeNull();
  });

  it.each([
    ['the domain', { cname: fails }, NAME],
    ['the addresses of the domain', { a: fails, aaaa: has({ [TARGET]: '2001:db8::1' }) }, NAME],
    ['the addresses of the target', { a: fails, aaaa: has({ [NAME]: '2001:db8::1' }) }, TARGET],
  ])('is unknown if name servers fail for %s', async (_title, changes, name) => {
    const error = await checkDomain(resolverOf(changes), NAME, TARGET);
    expect(error).toBe(`The name servers gave no usable answer for ${name}; try again later.`);
  });

  it('fails without records, also if the target has none, and without a target', async () => {
    const none = resolverOf({});
    expect(await checkDomain(none, NAME, TARGET)).toBe(`The CNAME record of ${NAME} must be ${TARGET}.`);
    expect(await checkDomain(resolverOf({ a: SAME }), NAME, null)).toContain('The operator has set no host');
  });
});
