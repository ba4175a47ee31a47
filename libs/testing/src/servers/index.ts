export { EXPIRED_CA, EXPIRED_CERTIFICATE, EXPIRED_CERTIFICATE_KEY } from './expired-certificate.ts';
export { createMongoProcess } from './mongo-process.ts';
export { createNatsProcess } from './nats-process.ts';
export { createRedisProcess } from './redis-process.ts';
export type { ServerProcess } from './server-process.ts';
export { testMongoUri, testNatsUrl, uniqueName } from './servers.ts';
export { TEST_CA } from './test-certificate.ts';
