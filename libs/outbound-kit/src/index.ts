export { createAddressGuard } from './address-guard.ts';
export type { AddressGuard } from './address-guard.ts';
export { outboundConfig } from './config.ts';
export { AddressRefused, createGuardedAgent } from './guarded-agent.ts';
export type { Resolve } from './guarded-agent.ts';
export { readRetryAfter } from './retry-after.ts';
