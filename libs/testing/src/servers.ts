import { randomBytes } from 'node:crypto';

/** Address of the MongoDB replica set that the test command started. */
export function testMongoUri(): string {
  return required('MONGODB_URI');
}

/** Address of the NATS server that the test command started. */
export function testNatsUrl(): string {
  return required('NATS_URL');
}

/** Path of the redis-server program. */
export function testRedisServer(): string {
  return required('REDIS_SERVER_BIN');
}

/** A unique name for a database, stream or subject. */
export function uniqueName(prefix: string): string {
  return `${prefix}_${randomBytes(6).toString('hex')}`;
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set: run tests through npm test.`);
  return value;
}
