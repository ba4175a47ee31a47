import { AppError } from '@outreach/errors';
import { ConfigError, createLogger } from '@outreach/service-kit';
import { parseCommand, UsageError } from './admin-commands.ts';
import { buildDomain } from './app.ts';
import { loadConfig } from './config.ts';

/** The operator's command: one JSON object on standard output, or one sentence on standard error and exit code 1. */
try {
  const command = parseCommand(process.argv.slice(2));
  const { base, deps } = buildDomain(loadConfig(), {
    logger: createLogger({ name: 'auth-admin', level: 'silent' }),
  });
  await base.mongo.start();
  try {
    process.stdout.write(`${JSON.stringify(await command.run(deps))}\n`);
  } finally {
    await base.mongo.stop();
  }
} catch (thrown) {
  process.stderr.write(`${explain(thrown)}\n`);
  process.exitCode = 1;
}

function explain(thrown: unknown): string {
  if (thrown instanceof AppError)
    return thrown.field === undefined ? thrown.message : `${thrown.field}: ${thrown.message}`;
  if (thrown instanceof UsageError || thrown instanceof ConfigError) return thrown.message;
  return thrown instanceof Error ? `The command failed: ${thrown.message}` : String(thrown);
}
