import { webhooksService } from '@outreach/app-webhooks';
import { run } from '@outreach/service-kit/lifecycle';
import { crashOptions } from './crash-points.ts';

await run({
  name: 'webhooks',
  config: () => webhooksService.config.load(),
  build: (config, { logger }) => webhooksService.build(config, { logger, ...crashOptions('webhooks') }),
});
