import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** The configuration of every service that calls external servers. */
export const outboundConfig = {
  OUTBOUND_ALLOW_PRIVATE_CIDRS: commaSeparated()
    .refine(
      (parts) => parts.every((part) => ipaddr.isValidCIDR(part)),
      'must be a comma-separated list of networks such as 10.0.0.0/8',
    )
    .describe('Private networks that outgoing connections may reach, comma-separated; none by default.'),
};

const DNS_SERVER = /^(?:([\d.]+)|\[([\da-f:]+)\]|([\da-f:]+))(?::(\d{1,5}))?$/i;

/** A setting with name servers. */
export function dnsServersSetting(description: string): z.ZodType<string[], string | undefined> {
  return commaSeparated()
    .refine(
      (servers) => servers.every(isDnsServer),
      'must be a comma-separated list of IP addresses, each with an optional port, such as 10.0.0.53:53',
    )
    .describe(description);
}

/** The name servers of outgoing connections. */
export const resolverConfig = {
  OUTBOUND_DNS_SERVERS: dnsServersSetting(
    'Name servers of outgoing connections, comma-separated, each with an optional port. The name servers of the system if empty.',
  ),
};

function isDnsServer(text: string): boolean {
  const [, ipv4, bracketed, ipv6] = DNS_SERVER.exec(text) ?? [];
  return ipaddr.isValid(ipv4 ?? bracketed ?? ipv6 ?? '');
}

/** A list of texts, empty by default. */
function commaSeparated() {
  return z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    );
}
