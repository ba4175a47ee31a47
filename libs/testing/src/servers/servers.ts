import { randomBytes } from 'node:crypto';
import { removeAtFileEnd } from '../remove-test-data.ts';

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

/** Path of the dovecot program. Tests of IMAP need it. */
export function testDovecot(): string {
  const path = process.env['DOVECOT_BIN'] ?? '';
  if (path !== '') return path;
  throw new Error(
    'No Dovecot was found, which tests of IMAP need: install it (Debian and Ubuntu: apt-get install dovecot-imapd), put dovecot on PATH, or set DOVECOT_BIN; run tests through npm test.',
  );
}

/** Path of the postfix program. Tests of delivery reports need it, and root. */
export function testPostfix(): string {
  const path = process.env['POSTFIX_BIN'] ?? '';
  if (path !== '') return path;
  throw new Error(
    'No Postfix was found, which tests of delivery reports need: install it (Debian and Ubuntu: apt-get install postfix), put postfix on PATH, or set POSTFIX_BIN; run tests through npm test.',
  );
}

/** A unique name for a database, stream or subject. A database or stream of this name is removed at the end of the test file. */
export function uniqueName(prefix: string): string {
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  removeAtFileEnd(name);
  return name;
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set: run tests through npm test.`);
  return value;
}
