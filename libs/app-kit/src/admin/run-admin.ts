import { AppError } from '@outreach/errors';
import { wakeRelay } from '@outreach/event-bus/wake-ups';
import { createLogger } from '@outreach/service-kit';
import { ConfigError, processEnvironment } from '@outreach/service-kit/config';
import type { Service, ServiceApp } from '../define-service.ts';
import type { ServiceConfig } from '../service-config.ts';
import { parseCommand, UsageError, type CommandTable } from './commands.ts';
import { deadLetterCommands } from './dead-letter-commands.ts';
import { schemaCommands } from './schema-commands.ts';

/** The operator commands of a service on its open database. */
export interface Admin {
  /** Runs a command, for example `['workspace', 'list']`, and returns its result. @throws UsageError; AppError. */
  run(args: readonly string[]): Promise<object>;
  close(): Promise<void>;
}

/**
 * Runs one operator command of a service. Prints one JSON object on standard output, or one sentence on standard error
 * with exit code 1.
 */
export async function runAdmin<Settings extends ServiceConfig>(
  service: Service<Settings>,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  try {
    const admin = await openAdmin(service, processEnvironment());
    try {
      process.stdout.write(`${JSON.stringify(await admin.run(args))}\n`);
    } finally {
      await admin.close();
    }
  } catch (thrown) {
    process.stderr.write(`${explain(thrown)}\n`);
    process.exitCode = 1;
  }
}

/** Connects to the database of a service for its operator commands. @throws ConfigError. */
export async function openAdmin<Settings extends ServiceConfig>(
  service: Service<Settings>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Admin> {
  const logger = createLogger({ name: `${service.name}-admin`, level: 'silent' });
  const settings = service.config.load(env);
  const app = service.build(settings, { logger });
  const { mongo, link, topology } = app.base;
  await mongo.start();
  return {
    run: async (args) => {
      const result = await parseCommand(adminCommands(app), args)();
      await wakeRelay({ url: settings.NATS_URL, topology, service: service.name });
      return result;
    },
    close: async () => {
      await link.stop();
      await mongo.stop();
    },
  };
}

/** The commands of all features, and the commands of every service. */
export function adminCommands({
  base,
  features,
  schema,
  sealed,
}: Pick<ServiceApp, 'base' | 'features' | 'schema' | 'sealed'>): CommandTable {
  const requeue = Object.fromEntries(features.flatMap((feature) => Object.entries(feature.requeue ?? {})));
  const own = features.flatMap(({ admin }) => Object.entries(admin ?? {}));
  return {
    ...Object.fromEntries(own),
    ...deadLetterCommands(base, requeue),
    ...schemaCommands(base, schema),
    ...sealed.commands,
  };
}

function explain(thrown: unknown): string {
  if (thrown instanceof AppError)
    return thrown.field === undefined ? thrown.message : `${thrown.field}: ${thrown.message}`;
  if (thrown instanceof UsageError || thrown instanceof ConfigError) return thrown.message;
  return thrown instanceof Error ? `The command failed: ${thrown.message}` : String(thrown);
}
