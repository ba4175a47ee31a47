import { Command } from 'commander';
import { addCampaigns } from './commands/campaigns.ts';
import { addCompletion } from './commands/completion.ts';
import { addContacts } from './commands/contacts.ts';
import { addEvents } from './commands/events.ts';
import { addMcp } from './commands/mcp.ts';
import { addProfiles } from './commands/profiles.ts';
import { addWebhooks } from './commands/webhooks.ts';
import { profileName } from './commands/values.ts';
import { EXIT_CODES_HELP } from './exit-codes.ts';
import { sessionOpener } from './session.ts';

const VERSION = '0.1.0';

/** The commands and their options. What a command does is loaded when it runs. With JSON, errors are left to the caller. */
export function createProgram(signal: AbortSignal, isJson: boolean): Command {
  const open = sessionOpener(signal);
  const program = new Command('outreach')
    .description('Works with the contacts, campaigns and webhooks of an Outreach workspace.')
    .version(VERSION)
    .option('--json', 'write JSON for programs: one document, or one line per record of a stream')
    .option('--profile <name>', 'use this profile instead of the current one', profileName)
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('See --help.')
    .configureOutput(isJson ? { writeErr: () => undefined } : {})
    .exitOverride();
  addProfiles(program, open);
  addContacts(program, open);
  addCampaigns(program, open);
  addEvents(program, open);
  addWebhooks(program, open);
  addMcp(program, open);
  addCompletion(program, open);
  program
    .command('exit-codes')
    .description('list the exit codes')
    .addHelpText('after', `\n${EXIT_CODES_HELP}`)
    .action(async (_options: object, command: Command) => open(command).out.write(EXIT_CODES_HELP));
  return program;
}
