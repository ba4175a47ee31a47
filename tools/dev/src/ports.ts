import { join } from 'node:path';
import { freePort, isPortFree } from '@outreach/testing/free-port';
import { z } from 'zod';
import { readJsonFile, writeJsonFile } from './json-file.ts';
import { appNames, backendNames } from './names.ts';
import type { AppName, BackendName } from './names.ts';
import { PlainError } from './plain-error.ts';

const port = z.int().min(1).max(65_535);
const appPortsSchema = z.object({
  gateway: port,
  grpc: z.record(z.enum(backendNames), port),
  metrics: z.record(z.enum(appNames), port),
});
/** Every port of one stack. */
export const portsSchema = appPortsSchema.extend({
  mongod: port,
  nats: port,
  replicas: appPortsSchema.extend({ redis: port }).optional(),
});

/** A data folder may be older than the newest app. */
const earlierAppPorts = {
  grpc: z.partialRecord(z.enum(backendNames), port),
  metrics: z.partialRecord(z.enum(appNames), port),
};
const earlierPortsSchema = portsSchema.extend({
  ...earlierAppPorts,
  replicas: appPortsSchema.extend({ redis: port, ...earlierAppPorts }).optional(),
});

/** The ports of one process of each app. */
export interface AppPorts {
  gateway: number;
  grpc: Record<BackendName, number>;
  metrics: Record<AppName, number>;
}

/** Every port of one stack, all on the loopback address. */
export interface StackPorts extends AppPorts {
  mongod: number;
  nats: number;
  /** With two processes of each app: the ports of the second ones, and of the Redis of the two gateways. */
  replicas?: (AppPorts & { redis: number }) | undefined;
}

export interface PortChoice {
  readonly gatewayPort?: number | undefined;
  /** Processes of each app. */
  readonly replicas?: 1 | 2 | undefined;
}

/** Chooses the ports of the stack and stores them in the data folder. Ports of the last run are used again if they are free. */
export async function choosePorts(
  dataDir: string,
  { gatewayPort, replicas }: PortChoice = {},
): Promise<StackPorts> {
  const path = join(dataDir, 'ports.json');
  const last = readJsonFile(path, earlierPortsSchema);
  if (gatewayPort !== undefined && !(await isPortFree(gatewayPort))) {
    throw new PlainError(`Port ${gatewayPort} is in use; set OUTREACH_PORT to a free one.`);
  }
  const ports: StackPorts = {
    mongod: await freePort(last?.mongod),
    nats: await freePort(last?.nats),
    ...(await chooseAppPorts(last)),
    ...(gatewayPort === undefined ? {} : { gateway: gatewayPort }),
  };
  if (replicas === 2) {
    const redis = await freePort(last?.replicas?.redis);
    ports.replicas = { redis, ...(await chooseAppPorts(last?.replicas)) };
  }
  writeJsonFile(path, ports);
  return ports;
}

/** The ports of the stack that runs on this data folder. */
export function readPorts(dataDir: string): StackPorts | undefined {
  return readJsonFile(join(dataDir, 'ports.json'), portsSchema);
}

interface EarlierAppPorts {
  readonly gateway: number;
  readonly grpc: Partial<Record<BackendName, number>>;
  readonly metrics: Partial<Record<AppName, number>>;
}

async function chooseAppPorts(last: EarlierAppPorts | undefined): Promise<AppPorts> {
  return {
    gateway: await freePort(last?.gateway),
    grpc: await chooseAll(backendNames, last?.grpc),
    metrics: await chooseAll(appNames, last?.metrics),
  };
}

async function chooseAll<Name extends string>(
  names: readonly Name[],
  last: Partial<Record<Name, number>> | undefined,
): Promise<Record<Name, number>> {
  const chosen: Partial<Record<Name, number>> = {};
  for (const name of names) chosen[name] = await freePort(last?.[name]);
  return chosen as Record<Name, number>;
}
