import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readJsonFile, writeJsonFile } from './json-file.ts';
import type { Stack } from './stack.ts';

const workspaceSchema = z.object({
  id: z.string(),
  name: z.string(),
  users: z.array(z.object({ username: z.string(), password: z.string(), role: z.string() })),
  api_key: z.string(),
});

const devFileSchema = z.object({
  base_url: z.string(),
  processes: z.record(z.string(), z.number()),
  metrics: z.record(z.string(), z.number()),
  nats_url: z.string(),
  mongodb_uri: z.string(),
  workspaces: z.array(workspaceSchema),
});

/** The content of dev.json, by which scripts on this machine find the running stack. */
export type DevFile = z.output<typeof devFileSchema>;
export type DevWorkspace = z.output<typeof workspaceSchema>;

const devFilePath = (dataDir: string): string => join(dataDir, 'dev.json');

export function readDevFile(dataDir: string): DevFile | undefined {
  return readJsonFile(devFilePath(dataDir), devFileSchema);
}

export function writeDevFile(stack: Stack, workspaces: readonly DevWorkspace[]): void {
  const content: DevFile = {
    base_url: stack.baseUrl,
    processes: stack.pids(),
    metrics: stack.ports.metrics,
    nats_url: stack.natsUrl,
    mongodb_uri: stack.mongodbUri,
    workspaces: [...workspaces],
  };
  writeJsonFile(devFilePath(stack.dataDir), content);
}

export function removeDevFile(dataDir: string): void {
  rmSync(devFilePath(dataDir), { force: true });
}
