import ipaddr from 'ipaddr.js';
import { MACHINE_NETWORKS, MACHINE_USER_AGENTS, MACHINE_USER_AGENTS_EXACT } from './known-machines.ts';

/** The part of a request that shows whether a person made it. */
export interface HitOrigin {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly user_agent: string;
  readonly address: string;
}

const EXACT: ReadonlySet<string> = new Set(MACHINE_USER_AGENTS_EXACT);
const networks = MACHINE_NETWORKS.map((network) => ipaddr.parseCIDR(network));

/**
 * True for a HEAD request, a request without a user agent, a known program, and a known network. The time since sending
 * does not count: people are fast too.
 */
export function isMachine({ method, user_agent: userAgent, address }: HitOrigin): boolean {
  const name = userAgent.trim().toLowerCase();
  if (method === 'HEAD' || name === '' || EXACT.has(name)) return true;
  if (MACHINE_USER_AGENTS.some((known) => name.includes(known))) return true;
  return isInNetworks(address);
}

function isInNetworks(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
}
