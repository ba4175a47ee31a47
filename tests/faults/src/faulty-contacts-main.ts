import { buildApp } from '@outreach/app-contacts';
import { loadConfig } from '@outreach/app-contacts/config';
import { run } from '@outreach/service-kit';
import { crashOverrides } from './crash-points.ts';

await run({
  name: 'contacts',
  config: loadConfig,
  build: (config, parts) => buildApp(config, { ...parts, ...crashOverrides('contacts') }),
});
