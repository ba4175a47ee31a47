export { testCall } from './call.ts';
export { eventually } from './eventually.ts';
export type { EventuallyOptions } from './eventually.ts';
export { createFakeClock } from './fake-clock.ts';
export type { FakeClock } from './fake-clock.ts';
export { createTestIdentities } from './identities.ts';
export type { TestIdentities } from './identities.ts';
export { testMongoUri, testNatsUrl, uniqueName } from './servers.ts';
