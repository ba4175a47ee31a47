import ipaddr from 'ipaddr.js';

/** An IPv6 customer has a /56 or a larger network: all of it is one counter. */
const IPV6_KEPT_BYTES = 7;
const RAW_LENGTH_MAX = 64;

/** The key that failures are counted by: an IPv4 address, or the /56 of an IPv6 address. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, RAW_LENGTH_MAX);
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const kept = parsed.toByteArray().slice(0, IPV6_KEPT_BYTES);
  return `${kept.map((byte) => byte.toString(16).padStart(2, '0')).join('')}/56`;
}
