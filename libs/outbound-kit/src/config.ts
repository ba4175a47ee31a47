import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** The configuration of every service that calls external servers. */
export const outboundConfig = {
  OUTBOUND_ALLOW_PRIVATE_CIDRS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .refine(
      (parts) => parts.every((part) => ipaddr.isValidCIDR(part)),
      'must be a comma-separated list of networks such as 10.0.0.0/8',
    )
    .describe('Private networks that outgoing connections may reach, comma-separated; none by default.'),
};
