import { runAdmin } from '@outreach/app-kit';
import { createLogger } from '@outreach/service-kit';
import { contactsCommands } from './suppressions/suppression.admin.ts';
import { buildDomain } from './app.ts';
import { loadConfig } from './config.ts';

await runAdmin({
  args: process.argv.slice(2),
  commands: contactsCommands,
  open: () =>
    buildDomain(loadConfig(), { logger: createLogger({ name: 'contacts-admin', level: 'silent' }) }),
});
