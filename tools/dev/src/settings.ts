import { resolve } from 'node:path';
import { PlainError } from './plain-error.ts';
import { repositoryRoot } from './repository-root.ts';

const defaultPort = 8_080;
const portMax = 65_535;

export interface RunnerSettings {
  gatewayPort: number;
  dataDir: string;
  isFresh: boolean;
  mongodbUri: string | undefined;
  natsUrl: string | undefined;
  /** True if the variable was set, also if it is empty. */
  hasPrivateCidrs: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

export const dataDirFrom = (env: Env): string =>
  resolve(repositoryRoot, env['OUTREACH_DATA_DIR'] || '.outreach');

/** The settings of `npm start`. @throws PlainError for an unknown argument or an invalid value. */
export function runnerSettings(env: Env, args: readonly string[]): RunnerSettings {
  const unknown = args.find((arg) => arg !== '--fresh');
  if (unknown !== undefined)
    throw new PlainError(`npm start has one option, --fresh; ${unknown} is not an option.`);
  return {
    gatewayPort: portFrom(env['OUTREACH_PORT']),
    dataDir: dataDirFrom(env),
    isFresh: args.includes('--fresh'),
    mongodbUri: env['MONGODB_URI'] || undefined,
    natsUrl: env['NATS_URL'] || undefined,
    hasPrivateCidrs: env['OUTBOUND_ALLOW_PRIVATE_CIDRS'] !== undefined,
  };
}

function portFrom(value: string | undefined): number {
  if (value === undefined || value === '') return defaultPort;
  const port = Number(value);
  if (Number.isInteger(port) && port >= 1 && port <= portMax) return port;
  throw new PlainError(`OUTREACH_PORT must be a port from 1 to ${String(portMax)}; it is ${value}.`);
}
