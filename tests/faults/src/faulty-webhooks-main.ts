import { buildApp } from '@outreach/app-webhooks';
import { loadConfig } from '@outreach/app-webhooks/config';
import { run } from '@outreach/service-kit';
import { crashOverrides } from './crash-points.ts';

await run({
  name: 'webhooks',
  config: loadConfig,
  build: (config, parts) => buildApp(config, { ...parts, ...crashOverrides('webhooks') }),
});
