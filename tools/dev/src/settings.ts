import { BlockList, isIPv4 } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loopback } from '@outreach/testing/free-port';
import { PlainError } from './plain-error.ts';
import { repositoryRoot } from './repository-root.ts';

const defaultPort = 8_080;
const portMax = 65_535;
const IPV4_BITS = 32;

export interface RunnerSettings {
  gatewayPort: number;
  dataDir: string;
  isFresh: boolean;
  /** Processes of each app. */
  replicas: 1 | 2;
  mongodbUri: string | undefined;
  natsUrl: string | undefined;
  /** True if the variable was set, also if it is empty. */
  hasPrivateCidrs: boolean;
  /** True if webhooks and emails may go to this machine, where the servers of the demo listen. */
  allowsThisMachine: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

export const dataDirFrom = (env: Env): string =>
  resolve(repositoryRoot, env['OUTREACH_DATA_DIR'] || '.outreach');

/** The settings of `npm start`. @throws PlainError for an unknown argument or an invalid value. */
export function runnerSettings(env: Env, args: readonly string[]): RunnerSettings {
  const { fresh, replicas } = optionsFrom(args);
  return {
    gatewayPort: portFrom(env['OUTREACH_PORT']),
    dataDir: dataDirFrom(env),
    isFresh: fresh,
    replicas,
    mongodbUri: env['MONGODB_URI'] || undefined,
    natsUrl: env['NATS_URL'] || undefined,
    hasPrivateCidrs: env['OUTBOUND_ALLOW_PRIVATE_CIDRS'] !== undefined,
    allowsThisMachine: allowsLoopback(env['OUTBOUND_ALLOW_PRIVATE_CIDRS']),
  };
}

const OPTIONS = {
  fresh: { type: 'boolean', default: false },
  replicas: { type: 'string', default: '1' },
} as const;

function optionsFrom(args: readonly string[]): { fresh: boolean; replicas: 1 | 2 } {
  const { fresh, replicas } = parsed(args);
  if (replicas !== '1' && replicas !== '2')
    throw new PlainError(`--replicas is the number of processes of each app, 1 or 2; it is ${replicas}.`);
  return { fresh, replicas: replicas === '2' ? 2 : 1 };
}

function parsed(args: readonly string[]): { fresh: boolean; replicas: string } {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PlainError(`npm start has the options --fresh and --replicas 2. ${reason}`);
  }
}

/** Without the variable the development default applies. An invalid entry is reported by the apps. */
function allowsLoopback(cidrs: string | undefined): boolean {
  if (cidrs === undefined) return true;
  const allowed = new BlockList();
  for (const cidr of cidrs.split(',')) {
    const [, address = '', prefix = ''] = /^\s*([\d.]+)\/(\d+)\s*$/.exec(cidr) ?? [];
    if (isIPv4(address) && Number(prefix) <= IPV4_BITS) allowed.addSubnet(address, Number(prefix));
  }
  return allowed.check(loopback);
}

function portFrom(value: string | undefined): number {
  if (value === undefined || value === '') return defaultPort;
  const port = Number(value);
  if (Number.isInteger(port) && port >= 1 && port <= portMax) return port;
  throw new PlainError(`OUTREACH_PORT must be a port from 1 to ${portMax}; it is ${value}.`);
}
