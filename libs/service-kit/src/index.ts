export type { CallContext, IdempotencyTag, Principal } from './call-context.ts';
export { newId, systemClock, systemTimer, timeOfId } from './clock-and-ids.ts';
export type { Clock, NewId } from './clock-and-ids.ts';
export { createLogger } from './logger.ts';
export type { Logger } from './logger.ts';
export type { PageOf, PageRequest } from './paging.ts';
export { currentCall, currentScope, requireWorkspaceId, withCall, withScope } from './scope.ts';
