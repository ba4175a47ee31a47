import { run } from '@outreach/service-kit/lifecycle';
import { createGateway } from './app.ts';
import { loadConfig } from './config.ts';

await run({ name: 'gateway', config: loadConfig, build: createGateway });
