import { AppError } from '@outreach/errors';
import { ConfigError, createLogger } from '@outreach/service-kit';
import type { Service, ServiceApp } from '../define-service.ts';
import type { ServiceConfig } from '../service-config.ts';
import { parseCommand, UsageError, type CommandTable } from './commands.ts';
import { deadLetterCommands } from './dead-letter-commands.ts';

/**
 * Runs an operator command of a service. Prints one JSON object on standard output, or one sentence on standard error
 * with exit code 1.
 */
export async function runAdmin<Settings extends ServiceConfig>(
  service: Service<Settings>,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  try {
    const logger = createLogger({ name: `${service.name}-admin`, level: 'silent' });
    const app = service.build(service.config.load(), { logger });
    const command = parseCommand(adminCommands(app), args);
    const { mongo, link } = app.base;
    await mongo.start();
    try {
      process.stdout.write(`${JSON.stringify(await command())}\n`);
    } finally {
      await link.stop();
      await mongo.stop();
    }
  } catch (thrown) {
    process.stderr.write(`${explain(thrown)}\n`);
    process.exitCode = 1;
  }
}

/** The commands of all features, and those that every service has. */
export function adminCommands({ base, features }: Pick<ServiceApp, 'base' | 'features'>): CommandTable {
  const requeue = Object.fromEntries(features.flatMap((feature) => Object.entries(feature.requeue ?? {})));
  const own = features.flatMap(({ admin }) => Object.entries(admin ?? {}));
  return { ...Object.fromEntries(own), ...deadLetterCommands(base, requeue) };
}

function explain(thrown: unknown): string {
  if (thrown instanceof AppError)
    return thrown.field === undefined ? thrown.message : `${thrown.field}: ${thrown.message}`;
  if (thrown instanceof UsageError || thrown instanceof ConfigError) return thrown.message;
  return thrown instanceof Error ? `The command failed: ${thrown.message}` : String(thrown);
}
