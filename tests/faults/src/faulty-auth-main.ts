import { authService } from '@outreach/app-auth';
import { run } from '@outreach/service-kit/lifecycle';
import { crashOptions } from './crash-points.ts';

await run({
  name: 'auth',
  config: () => authService.config.load(),
  build: (config, { logger }) => authService.build(config, { logger, ...crashOptions('auth') }),
});
