import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Says which addresses outgoing connections may reach. */
export interface AddressGuard {
  /** False for private, loopback, link-local and other special addresses that the operator has not listed. */
  allows(address: string): boolean;
  /** True when the operator has listed at least one network. */
  readonly hasExceptions: boolean;
}

/** The one block of IPv6 addresses that is given out for use on the Internet (RFC 4291 §2.4, IANA registry). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** @param networks CIDR texts, each valid. */
export function createAddressGuard(networks: readonly string[]): AddressGuard {
  const exceptions = networks.map((network) => ipaddr.parseCIDR(network));
  return {
    hasExceptions: exceptions.length > 0,
    allows: (text) => {
      if (!ipaddr.isValid(text)) return false;
      const address = ipaddr.process(text);
      return isPublic(address) || exceptions.some((network) => contains(network, address));
    },
  };
}

/** Blocks that look like ordinary unicast but lead back to special addresses or nowhere are named by the library. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

function contains(network: [Address, number], address: Address): boolean {
  return network[0].kind() === address.kind() && address.match(network);
}

export function isCidr(text: string): boolean {
  return ipaddr.isValidCIDR(text);
}
