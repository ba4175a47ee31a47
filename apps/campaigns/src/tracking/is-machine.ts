import { BlockList, isIPv6 } from 'node:net';
import { MACHINE_NETWORKS, MACHINE_USER_AGENTS, MACHINE_USER_AGENTS_EXACT } from './known-machines.ts';

/** The part of a request that shows whether a person made it. */
export interface HitOrigin {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly user_agent: string;
  readonly address: string;
}

const EXACT: ReadonlySet<string> = new Set(MACHINE_USER_AGENTS_EXACT);
const networks = createNetworks();

/**
 * True for a HEAD request, a request without a user agent, a known program, and a known network. The time since sending
 * does not count: people are fast too.
 */
export function isMachine({ method, user_agent: userAgent, address }: HitOrigin): boolean {
  const name = userAgent.trim().toLowerCase();
  if (method === 'HEAD' || name === '' || EXACT.has(name)) return true;
  if (MACHINE_USER_AGENTS.some((known) => name.includes(known))) return true;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return networks.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

function createNetworks(): BlockList {
  const list = new BlockList();
  for (const network of MACHINE_NETWORKS) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
}
