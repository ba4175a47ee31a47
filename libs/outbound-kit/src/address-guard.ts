import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Decides which addresses outgoing connections may reach. */
export interface AddressGuard {
  /** False for private, loopback, link-local and other special addresses that the operator has not listed. */
  allows(address: string): boolean;
  /** Checks the host of a URL, without brackets and trailing dot. Names are checked again after their resolution. */
  allowsHost(host: string): boolean;
  /** Resolves loopback names without a resolver. @returns their allowed addresses; undefined for other names. */
  loopbackAddresses(host: string): readonly string[] | undefined;
}

const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'] as const;
const LOOPBACK_NAME = /^(.*\.)?localhost$/;
/** Names that public resolvers do not know. */
const INNER_NAME = /\.(local|internal)$/;

/** The block of IPv6 addresses allocated for the Internet (RFC 4291 §2.4, IANA registry). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** @param networks valid CIDR texts. */
export function createAddressGuard(networks: readonly string[]): AddressGuard {
  const exceptions = networks.map((network) => ipaddr.parseCIDR(network));
  const allows = (text: string): boolean => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return isPublic(address) || exceptions.some((network) => contains(network, address));
  };
  const loopbackAddresses = (host: string): readonly string[] | undefined =>
    LOOPBACK_NAME.test(host) ? LOOPBACK_ADDRESSES.filter(allows) : undefined;
  return {
    allows,
    loopbackAddresses,
    allowsHost: (host) => {
      const loopback = loopbackAddresses(host);
      if (loopback !== undefined) return loopback.length > 0;
      if (INNER_NAME.test(host)) return exceptions.length > 0;
      return isLiteral(host) ? allows(host) : host !== '';
    },
  };
}

/** The URL parser converts every spelling of an IPv4 address to dotted decimals. */
export function isLiteral(host: string): boolean {
  return host.includes(':') || /^\d+\.\d+\.\d+\.\d+$/.test(host);
}

/** The library names blocks that look like unicast addresses but map to special addresses. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

function contains(network: [Address, number], address: Address): boolean {
  return network[0].kind() === address.kind() && address.match(network);
}
