import { Option, type Command } from 'commander';
import type { ExportOptions } from '../contacts/export-contacts.ts';
import type { ImportOptions } from '../contacts/import-contacts.ts';
import type { SearchOptions } from '../contacts/search-contacts.ts';
import type { OpenSession } from '../session.ts';
import { count } from './values.ts';

/** Rejected rows that `import --watch` shows. */
const FAILED_ROWS = 100;

export function addContacts(program: Command, open: OpenSession): void {
  const contacts = program.command('contacts').description('contacts of the workspace');
  contacts
    .command('import')
    .description('import contacts from a CSV file')
    .argument('<file>', 'the CSV file')
    .option('--watch', 'wait for the end, with a progress bar, and show the rejected rows')
    .option('--mapping <id>', 'id of a field mapping; columns map by name without it')
    .option('--verify', 'verify the addresses when the import has completed')
    .option('--failed-rows <count>', 'number of rejected rows to show', count, FAILED_ROWS)
    .action(async (file: string, options: ImportOptions, command: Command) => {
      const { importContacts } = await import('../contacts/import-contacts.ts');
      await importContacts(open(command), file, options);
    });
  contacts
    .command('search')
    .description(
      'find contacts by the beginnings of words in email, names, title and company; all without words',
    )
    .argument('[words...]', 'words')
    .option('--tag <tag...>', 'only contacts with all of these tags')
    .option('--segment <id>', 'only contacts of this segment')
    .option('--limit <count>', 'at most this many contacts; all without it', count)
    .action(async (words: string[], options: SearchOptions, command: Command) => {
      const { searchContacts } = await import('../contacts/search-contacts.ts');
      await searchContacts(open(command), words, options);
    });
  contacts
    .command('export')
    .description('write contacts to standard output or a file')
    .addOption(new Option('--format <format>', 'format of the file').choices(['csv', 'jsonl']).default('csv'))
    .option('--output <file>', 'write to this file')
    .option('--tag <tag...>', 'only contacts with all of these tags')
    .option('--segment <id>', 'only contacts of this segment')
    .action(async (options: ExportOptions, command: Command) => {
      const { exportContacts } = await import('../contacts/export-contacts.ts');
      await exportContacts(open(command), options);
    });
}
