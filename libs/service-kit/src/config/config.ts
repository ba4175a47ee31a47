import { readFileSync } from 'node:fs';
import { z } from 'zod';

const SERVICE_KEY_BYTES = 32;
/** One trace of ten. */
const SAMPLED_SHARE_DEFAULT = 0.1;
/** The limit of NATS. */
const STREAM_REPLICAS_MAX = 5;

/** All problems of a configuration in one message, one line per problem. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** The values of a record of variables. */
export type Config<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

/**
 * Reads a configuration from environment variables. An empty value counts as absent. A variable without a value is read
 * from the file that `<NAME>_FILE` names, for secrets that are mounted as files.
 * @throws ConfigError naming every variable that is missing or wrong.
 */
export function parseConfig<Shape extends z.ZodRawShape>(
  shape: Shape,
  env: Readonly<Record<string, string | undefined>>,
): Config<Shape> {
  const values = Object.entries({ ...env, ...readFiles(Object.keys(shape), env) });
  const given = Object.fromEntries(values.filter(([, value]) => value !== ''));
  const result = z.object(shape).safeParse(given);
  if (result.success) return result.data;
  throw new ConfigError(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
}

function readFiles(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of names) {
    const path = env[`${name}_FILE`] ?? '';
    if (path === '' || (env[name] ?? '') !== '') continue;
    try {
      values[name] = readFileSync(path, 'utf8').trim();
    } catch {
      throw new ConfigError([`${name}_FILE: the file cannot be read`]);
    }
  }
  return values;
}

/** The configuration of a process: the schema of each environment variable, and the function that reads them. */
export interface ConfigDefinition<Values> {
  readonly fields: z.ZodRawShape;
  /** @throws ConfigError naming every variable that is missing or wrong. */
  load(env?: Readonly<Record<string, string | undefined>>): Values;
}

/** Defines the configuration of a process; `load` reads the environment of the process by default. */
export function defineConfig<Fields extends z.ZodRawShape>(fields: Fields): ConfigDefinition<Config<Fields>> {
  return { fields, load: (env = processEnvironment()) => parseConfig(fields, env) };
}

/** The values of a configuration. */
export type ConfigOf<Definition> = Definition extends ConfigDefinition<infer Values> ? Values : never;

/** The variables of this process. Only configuration reads them. */
export function processEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

/** An address to listen on or to call, `host:port`. */
export const hostAndPort = z
  .string({ error: 'is required, as host:port' })
  .regex(/^(\[[0-9a-fA-F:]+\]|[^\s:]+):\d{1,5}$/, 'must be host:port');

/** A service to call: `host:port`, where the name stands for all its replicas, or a comma list of `ip:port`. */
const serviceAddress = z
  .string({ error: 'is required, as host:port' })
  .regex(
    /^([^\s:,]+:\d{1,5}|\d+\.\d+\.\d+\.\d+:\d{1,5}(,\d+\.\d+\.\d+\.\d+:\d{1,5})*|\[[0-9a-fA-F:]+\]:\d{1,5}(,\[[0-9a-fA-F:]+\]:\d{1,5})*)$/,
    'must be host:port, or a comma list of ip:port',
  );

const json = (expected: string): z.ZodType<Record<string, unknown>, string> =>
  z.string({ error: `is required: ${expected}` }).transform((text, issues) => {
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === 'object' && value !== null) return { ...value };
    } catch {
      // The issue below names the expected value; the text may be a secret and is not shown.
    }
    issues.addIssue({ code: 'custom', message: `must be ${expected}` });
    return z.NEVER;
  });

export const processConfig = {
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Lowest log level that is written.'),
  METRICS_LISTEN: hostAndPort
    .default('0.0.0.0:9464')
    .describe('Address (host:port) of /metrics, /healthz and /readyz.'),
  SHUTDOWN_DELAY_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(30_000)
    .default(5_000)
    .describe(
      'Pause in ms between "not ready" and the end of accepting requests, so that load balancers stop sending them.',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .regex(/^https?:\/\/[^/\s]+/, 'must start with http:// or https://')
    .optional()
    .describe(
      'Base address of an OpenTelemetry collector that receives traces as OTLP over HTTP, for example http://otel-collector:4318; no traces are recorded without it.',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(SAMPLED_SHARE_DEFAULT)
    .describe(
      'Share of the traces that are recorded, from 0 to 1. A request whose traceparent header has the flag `sampled` is always recorded.',
    ),
};

export const ROLES = ['api', 'worker'] as const;

/**
 * What a process of a service does: `api` serves gRPC; `worker` runs jobs and consumers, and serves the methods that call
 * servers outside the cluster.
 */
export type Role = (typeof ROLES)[number];

export const rolesConfig = {
  ROLES: z
    .string()
    .transform((text) => new Set(text.split(',').map((role) => role.trim())))
    .pipe(z.set(z.enum(ROLES, { error: `must be a comma-separated list of ${ROLES.join(' and ')}` })).min(1))
    .prefault(ROLES.join(','))
    .describe(
      'What this process does, separated by commas: api serves gRPC; worker runs jobs and consumers, and serves the gRPC methods that call servers outside the cluster.',
    ),
};

/** The address of another service. */
export const backendAddress = (name: string): z.ZodType<string, string> =>
  serviceAddress.describe(
    `gRPC address of the ${name} service: host:port, or a comma list of ip:port, one per replica.`,
  );

/** The address of the workers of another service, for the methods that only they serve. */
export const workerAddress = (name: string): z.ZodType<string | undefined, string | undefined> =>
  serviceAddress
    .optional()
    .describe(
      `gRPC address of the processes of the ${name} service with the role worker, for calls that reach servers outside the cluster; the address of the service by default.`,
    );

export const grpcConfig = {
  GRPC_LISTEN: hostAndPort
    .default('0.0.0.0:50051')
    .describe('Address (host:port) on which the gRPC server listens.'),
};

const tlsFile = (content: string) =>
  z
    .string()
    .default('')
    .describe(
      `Path of a PEM file: ${content} Calls between services use TLS with all three GRPC_TLS variables.`,
    );

export const tlsConfig = {
  GRPC_TLS_CA: tlsFile('the authority that signs the certificates of all services.'),
  GRPC_TLS_CERT: tlsFile('the certificate of this process, with the name of its service as DNS name.'),
  GRPC_TLS_KEY: tlsFile('the private key of the certificate.'),
};

export const mongoConfig = {
  MONGODB_URI: z
    .string({ error: 'is required: the connection string of a replica set' })
    .regex(/^mongodb(\+srv)?:\/\//, 'must start with mongodb:// or mongodb+srv://')
    .describe('Connection string of a MongoDB replica set. Secret.'),
  MONGODB_DATABASE: z
    .string()
    .min(1)
    .max(63)
    .optional()
    .describe('Database name; outreach_<service> by default.'),
};

export const schemaConfig = {
  SCHEMA: z
    .enum(['build', 'check'])
    .default('build')
    .describe(
      'With build, a process creates missing indexes and migrates stored documents when it starts; with check, it waits for them: `node app/src/admin.ts schema apply` does the work.',
    ),
};

export const natsConfig = {
  NATS_URL: z
    .string({ error: 'is required: the address of a NATS server with JetStream' })
    .min(1)
    .describe('Comma-separated addresses of NATS servers with JetStream.'),
  NATS_STREAM_PREFIX: z
    .string()
    .regex(/^[\w-]+$/, 'must be letters, digits, _ and -')
    .default('DOMAIN_EVENTS')
    .describe(
      'First part of the names of the streams, one per publishing service: DOMAIN_EVENTS_contacts. Earlier versions had one stream of this name.',
    ),
  NATS_STREAM_REPLICAS: z.coerce
    .number()
    .int()
    .min(1)
    .max(STREAM_REPLICAS_MAX)
    .default(1)
    .describe('Servers that store the stream of this service; 3 on a cluster of three servers.'),
  NATS_SUBJECT_PREFIX: z.string().min(1).default('evt').describe('First token of every event subject.'),
  NATS_STREAM_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1_048_576)
    .default(268_435_456)
    .describe(
      'Size in bytes at which the stream of this service refuses further messages; they then wait in MongoDB.',
    ),
};

export const identityConfig = {
  IDENTITY_PRIVATE_KEY: json('an Ed25519 private key as JWK JSON').describe(
    'Key with which this process signs its calls: a JWK whose kid is the name of the service. Secret.',
  ),
  IDENTITY_PUBLIC_KEYS: json('a JWK set as JSON').describe('Public keys of all services, a JWK set.'),
};

/** 32 bytes as base64. */
export const keyBytes = z
  .base64({ error: 'is required: 32 random bytes as base64' })
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === SERVICE_KEY_BYTES, 'must be 32 bytes as base64');

export const keyConfig = {
  SERVICE_KEY: keyBytes.describe(
    'Key under which the service seals secrets and signs cursors, 32 bytes as base64. Secret.',
  ),
  SERVICE_KEY_PREVIOUS: keyBytes
    .optional()
    .describe(
      'The previous SERVICE_KEY, during a rotation: what it sealed or signed stays valid, and stored secrets are sealed again with SERVICE_KEY. Secret.',
    ),
};
