import { createServiceBase, runAdmin } from '@outreach/app-kit';
import { createLogger } from '@outreach/service-kit';
import { loadConfig } from './config.ts';

/** The operator's command for what this service keeps. */
await runAdmin({
  args: process.argv.slice(2),
  commands: {},
  open: () => {
    const logger = createLogger({ name: 'campaigns-admin', level: 'silent' });
    return { base: createServiceBase(loadConfig(), { name: 'campaigns', logger }), deps: undefined };
  },
});
