export { createAddressGuard } from './address-guard.ts';
export type { AddressGuard } from './address-guard.ts';
export { outboundConfig } from './config.ts';
export { createGuardedAgent } from './guarded-agent.ts';
export { AddressRefused } from './guarded-lookup.ts';
export type { Resolve } from './guarded-lookup.ts';
export { createGuardedSockets } from './guarded-sockets.ts';
export type { GuardedSockets, SocketTarget } from './guarded-sockets.ts';
export { readRetryAfter } from './retry-after.ts';
