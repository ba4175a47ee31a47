import { AppError } from '@outreach/errors';
import { ConfigError } from '@outreach/service-kit';
import type { ServiceBase } from '../service-base.ts';
import { parseCommand, UsageError, type CommandParts, type CommandTable } from './commands.ts';
import { deadLetterCommands } from './dead-letter-commands.ts';

export interface AdminOptions<Deps> {
  readonly args: readonly string[];
  readonly commands: CommandTable<Deps>;
  /** Builds the service's domain; called only for a line that is a command. @throws ConfigError. */
  readonly open: () => CommandParts<Deps>;
}

/** The operator's command: one JSON object on standard output, or one sentence on standard error and exit code 1. */
export async function runAdmin<Deps>({ args, commands, open }: AdminOptions<Deps>): Promise<void> {
  try {
    const command = parseCommand<Deps>({ ...commands, ...deadLetterCommands }, args);
    const parts = open();
    await parts.base.mongo.start();
    try {
      process.stdout.write(`${JSON.stringify(await command(parts))}\n`);
    } finally {
      await closeAll(parts.base);
    }
  } catch (thrown) {
    process.stderr.write(`${explain(thrown)}\n`);
    process.exitCode = 1;
  }
}

async function closeAll({ link, mongo }: ServiceBase): Promise<void> {
  await link.stop();
  await mongo.stop();
}

function explain(thrown: unknown): string {
  if (thrown instanceof AppError)
    return thrown.field === undefined ? thrown.message : `${thrown.field}: ${thrown.message}`;
  if (thrown instanceof UsageError || thrown instanceof ConfigError) return thrown.message;
  return thrown instanceof Error ? `The command failed: ${thrown.message}` : String(thrown);
}
