import { buildApp } from '@outreach/app-auth';
import { loadConfig } from '@outreach/app-auth/config';
import { run } from '@outreach/service-kit';
import { crashOverrides } from './crash-points.ts';

await run({
  name: 'auth',
  config: loadConfig,
  build: (config, parts) => buildApp(config, { ...parts, ...crashOverrides('auth') }),
});
