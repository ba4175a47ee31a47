import { describe, expect, it } from '@jest/globals';
import { createAddressGuard } from './address-guard.ts';

const strict = createAddressGuard([]);

describe('address guard', () => {
  it.each(['93.184.216.34', '8.8.8.8', '2606:4700:4700::1111', '2a00:1450:4001:830::200e', '::ffff:8.8.8.8'])(
    'allows the public address %s',
    (address) => expect(strict.allows(address)).toBe(true),
  );

  it.each([
    ['this host', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['loopback', '127.0.0.1'],
    ['loopback, far end', '127.255.255.254'],
    ['private', '10.1.2.3'],
    ['private', '172.16.0.1'],
    ['private', '192.168.1.1'],
    ['link-local, cloud metadata', '169.254.169.254'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['IETF protocol assignments', '192.0.0.1'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['6to4 relay', '192.88.99.1'],
    ['benchmarking', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['class E', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
    ['IPv4-mapped private', '::ffff:10.0.0.1'],
    ['IPv4-mapped, in hex', '::ffff:a9fe:a9fe'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['IPv4-translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64 of a public address', '64:ff9b::808:808'],
    ['local NAT64', '64:ff9b:1::1'],
    ['6to4 of loopback', '2002:7f00:1::'],
    ['Teredo', '2001::1'],
    ['ORCHID', '2001:20::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['unique local', 'fd00::1'],
    ['link-local', 'fe80::1'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['discard', '100::1'],
    ['segment routing', '5f00::1'],
    ['no address', 'example.com'],
    ['nothing', ''],
  ])('refuses %s (%s)', (_name, address) => expect(strict.allows(address)).toBe(false));

  it('allows a listed exception and no neighbouring address', () => {
    const guard = createAddressGuard(['127.0.0.0/8', 'fd00::/8']);
    expect(guard.allows('127.1.2.3')).toBe(true);
    expect(guard.allows('::ffff:127.1.2.3')).toBe(true);
    expect(guard.allows('fd12::1')).toBe(true);
    expect(guard.allows('::1')).toBe(false);
    expect(guard.allows('10.0.0.1')).toBe(false);
  });
});
