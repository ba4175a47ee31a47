import { contactsService } from '@outreach/app-contacts';
import { run } from '@outreach/service-kit';
import { crashOptions } from './crash-points.ts';

/** Longer than the renewal interval of 5 s, so that a running worker keeps its job; a dead one's job continues soon. */
const IMPORT_LEASE_MS = 6_000;

await run({
  name: 'contacts',
  config: () => ({ ...contactsService.config.load(), IMPORT_LEASE_MS }),
  build: (config, { logger }) => contactsService.build(config, { logger, ...crashOptions('contacts') }),
});
