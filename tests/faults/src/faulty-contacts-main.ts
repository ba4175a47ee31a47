import { contactsService } from '@outreach/app-contacts';
import { run } from '@outreach/service-kit/lifecycle';
import { crashOptions } from './crash-points.ts';

await run({
  name: 'contacts',
  config: () => contactsService.config.load(),
  build: (config, { logger }) => contactsService.build(config, { logger, ...crashOptions('contacts') }),
});
