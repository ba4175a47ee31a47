import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { authService } from '@outreach/app-auth';
import { campaignsService } from '@outreach/app-campaigns';
import { contactsService } from '@outreach/app-contacts';
import type { ServiceConfig, Service } from '@outreach/app-kit';
import { webhooksService } from '@outreach/app-webhooks';
import { createLogger } from '@outreach/service-kit';
import type { Schema } from 'mongoose';
import type { GeneratedFile } from './proto.ts';

const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_DAY = 86_400;

const HEAD = [
  '# Data model',
  '',
  'Generated from the mongoose schemas by `npm run gen`. Each service owns one database. `workspace_id` is in every tenant collection, and first in its indexes. Fields without a type are strings. A partial index contains some documents only. An index that expires deletes documents that long after the time of its key.',
  '',
  'Every database also has `outbox` (events that wait for the broker), `idempotency` (stored replies, 24 h), `leases`, `dead_letters`, `event_failures` (30 days) and `erasures` (30 days). Uploads of contacts are in the GridFS bucket `staged` (1 day after their job), files of exports in `export_files` of contacts and campaigns (24 hours).',
  '',
];

/** docs/data-model.md: the collections of every service with their fields and indexes. */
export function generateDataModel(): GeneratedFile[] {
  const sections = [
    ...section(authService),
    ...section(contactsService),
    ...section(campaignsService),
    ...section(webhooksService),
  ];
  return [{ path: 'docs/data-model.md', text: [...HEAD, ...sections].join('\n') }];
}

function section<Settings extends ServiceConfig>({ name, config, build }: Service<Settings>): string[] {
  const { base } = build(config.load(environmentOf(name)), {
    logger: createLogger({ name, level: 'silent' }),
  });
  const models = Object.values(base.mongo.connection.models);
  const collections = models
    .toSorted((one, other) => one.modelName.localeCompare(other.modelName))
    .flatMap(({ modelName, schema }) => [
      `### ${modelName}`,
      '',
      `Fields: ${fieldsOf(schema)}.`,
      '',
      ...indexesOf(schema).map((index) => `- ${index}`),
      '',
    ]);
  return [`## ${name}`, '', ...collections];
}

/** Settings with which a service is joined. Nothing is started, so no server needs to exist. */
function environmentOf(name: string): Record<string, string> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const common = { kid: name, alg: 'EdDSA', use: 'sig' };
  const key = randomBytes(32).toString('base64');
  return {
    MONGODB_URI: 'mongodb://127.0.0.1',
    NATS_URL: 'nats://127.0.0.1',
    PUBLIC_BASE_URL: 'http://127.0.0.1',
    CONTACTS_ADDRESS: '127.0.0.1:1',
    SERVICE_KEY: key,
    TRACKING_KEY: key,
    IDENTITY_PRIVATE_KEY: JSON.stringify({ ...privateKey.export({ format: 'jwk' }), ...common }),
    IDENTITY_PUBLIC_KEYS: JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), ...common }] }),
  };
}

function fieldsOf(schema: Schema): string {
  return Object.entries(schema.paths)
    .map(([path, { instance }]) => (instance === 'String' ? `\`${path}\`` : `\`${path}\` (${instance})`))
    .join(', ');
}

function indexesOf(schema: Schema): string[] {
  return schema.indexes().map(([keys, { name, unique, sparse, partialFilterExpression, expireAfterSeconds }]) => {
    const notes = [
      ...(name === undefined ? [] : [`\`${name}\``]),
      ...(unique === true ? ['unique'] : []),
      ...(sparse === true || partialFilterExpression !== undefined ? ['partial'] : []),
      ...(typeof expireAfterSeconds === 'number' ? [`expires ${duration(expireAfterSeconds)}`] : []),
    ];
    return `(${Object.keys(keys).join(', ')})${notes.length === 0 ? '' : `: ${notes.join(', ')}`}`;
  });
}

function duration(seconds: number): string {
  if (seconds === 0) return 'at that time';
  return seconds < SECONDS_PER_DAY
    ? `after ${seconds / SECONDS_PER_MINUTE} minutes`
    : `after ${seconds / SECONDS_PER_DAY} days`;
}
