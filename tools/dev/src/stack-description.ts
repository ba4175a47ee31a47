import { join } from 'node:path';
import { z } from 'zod';
import { readJsonFile, writeJsonFile } from './json-file.ts';
import { appNames, processNames } from './names.ts';
import { PlainError } from './plain-error.ts';
import { portsSchema } from './ports.ts';
import type { Stack, StackConnection } from './stack.ts';

/** Names the file that describes the stack which the tests of a project share. */
export const SHARED_STACK_VARIABLE = 'OUTREACH_SHARED_STACK';

const descriptionSchema = z.object({
  baseUrl: z.string(),
  dataDir: z.string(),
  mongodbUri: z.string(),
  natsUrl: z.string(),
  ports: portsSchema,
  gatewayUrls: z.array(z.string()),
  pids: z.partialRecord(z.enum(processNames), z.number()),
  environments: z.record(z.enum(appNames), z.record(z.string(), z.string())),
});

/** Writes how other processes reach the stack. Only the owner may read the file: it contains the keys of the apps. */
export function writeDescription(path: string, stack: Stack): void {
  const { baseUrl, gatewayUrls, dataDir, mongodbUri, natsUrl, ports } = stack;
  const environments = Object.fromEntries(appNames.map((name) => [name, stack.environmentOf(name)]));
  writeJsonFile(path, {
    baseUrl,
    gatewayUrls,
    dataDir,
    mongodbUri,
    natsUrl,
    ports,
    pids: stack.pids(),
    environments,
  });
}

/** Connects to the stack that `writeDescription` described. @throws PlainError if the file does not exist. */
export function connectStack(path: string): StackConnection {
  const read = (): z.output<typeof descriptionSchema> => {
    const found = readJsonFile(path, descriptionSchema);
    if (found === undefined) throw new PlainError(`No stack is described in ${path}.`);
    return found;
  };
  const { baseUrl, gatewayUrls, dataDir, mongodbUri, natsUrl, ports, environments } = read();
  return {
    baseUrl,
    gatewayUrls,
    dataDir,
    mongodbUri,
    natsUrl,
    ports,
    pids: () => read().pids,
    logPath: (name) => join(dataDir, 'logs', `${name}.log`),
    environmentOf: (name) => environments[name],
  };
}
