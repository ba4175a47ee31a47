import ipaddr from 'ipaddr.js';

/** True for `localhost` and loopback addresses, IPv6 ones in brackets or without. */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^\[(.*)\]$/, '$1');
  return plain === 'localhost' || (ipaddr.isValid(plain) && ipaddr.process(plain).range() === 'loopback');
}
